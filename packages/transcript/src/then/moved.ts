import type { Finding } from '../findings.ts';
import type { Departure, Span, TranscriptRecord } from '../types.ts';

/** Where a file begins that stands behind another one. */
export interface Beginning {
  /** How many records stand before it. */
  readonly records: number;
  /** How many bytes stand before it. */
  readonly bytes: number;
}

/** A record as it stands in both files together. */
export function movedRecord(record: TranscriptRecord, by: Beginning): TranscriptRecord {
  return Object.freeze({
    ...record,
    index: record.index + by.records,
    span: movedSpan(record.span, by),
    departures: Object.freeze(record.departures.map((one) => movedDeparture(one, by))),
    findings: Object.freeze(record.findings.map((one) => movedFinding(one, by))),
  });
}

/** A finding as it stands in both files together. A fact `first` is the number of a record. */
export function movedFinding({ code, record, span, facts }: Finding, by: Beginning): Finding {
  const first = facts['first'];
  return Object.freeze({
    code,
    record: record === null ? null : record + by.records,
    span: span === null ? null : movedSpan(span, by),
    facts: typeof first === 'number' ? Object.freeze({ ...facts, first: first + by.records }) : facts,
  });
}

/** A span as it stands in both files together. */
export function movedSpan({ start, end }: Span, { bytes }: Beginning): Span {
  return Object.freeze({ start: start + bytes, end: end + bytes });
}

function movedDeparture({ cause, by, parts }: Departure, to: Beginning): Departure {
  const moved = parts.map(({ record, spans }) => Object.freeze({ record: record + to.records, spans }));
  return Object.freeze({ cause, by, parts: Object.freeze(moved) });
}
