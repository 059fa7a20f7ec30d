export { type Found, findShape, hasLocalPath, hasSecret, SHAPES } from './find.ts';
export { isSpace } from './follow.ts';
export type { Family, Row } from './row.ts';
