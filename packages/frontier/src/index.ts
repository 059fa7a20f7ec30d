export { type CodeEntry, FRONTIER_CODES, type FrontierCode } from './codes.ts';
export { buildFrontier, type FrontierInputs } from './frontier.ts';
export { indexReceipts, type ReceiptIndex } from './receipts.ts';
