export type { Claim } from './claim.ts';
export { StoreError, type StoreErrorCode, type StoreFacts } from './error.ts';
export { type ExaminedLog, entryId, type LogAppend, type LogEntry, type LogHead } from './log.ts';
export { openMemoryStore } from './memory.ts';
export { openSqliteStore, type SqliteOptions } from './sqlite.ts';
export type { Branch, Commit, FullStore, HeadChange, ObjectId, SearchQuery, SourceText, Store } from './store.ts';
export type { Examined, ExaminedBranch, FileReport, Marked, Marking, Swept, Upkeep } from './upkeep.ts';
export { phrasesOf, wordsOf } from './words.ts';
