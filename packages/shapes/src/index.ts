export { type Found, findShape, hasLocalPath, hasSecret, SHAPES } from './find.ts';
export type { Family, Row } from './row.ts';
