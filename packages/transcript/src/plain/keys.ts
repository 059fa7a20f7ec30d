import { shape } from '../json/shape.ts';

export const record = shape(['role', 'text', 'content', 'id', 'session', 'type', 'parts', 'message']);

/** The entry of one of the record's keys, or -1; `record` has been read. */
export function found(name: keyof typeof record.slot): number {
  return record.found[record.slot[name]] as number;
}
