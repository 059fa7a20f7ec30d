import { asUnitId, type CborReader, type CborWriter, fragment, type UnitId } from '@ken/address';
import { parsedContent, type RecordReader } from './record.ts';

/** What a model's observation was taken for. */
export type Verdict = 'answer' | 'narration' | 'question';

/** What an event is (contract, kernel "Event"). */
export type EventKind =
  | 'observation'
  | 'intervention'
  | 'retrieval'
  | { readonly verdict: { readonly verdict: Verdict } }
  | { readonly elision: { readonly unit: UnitId } };

/** The name of a kind, without what it carries. */
export type KindName = 'observation' | 'intervention' | 'retrieval' | 'verdict' | 'elision';

const PLAIN = ['observation', 'intervention', 'retrieval'] as const;
const VERDICTS = ['answer', 'narration', 'question'] as const;

const PLAIN_TEXTS = PLAIN.map((kind) => fragment((writer) => writer.text(kind)));
const VERDICT_TEXTS = VERDICTS.map((verdict) => fragment((writer) => writer.text(verdict)));
const VERDICT = fragment((writer) => writer.map(1).text('verdict').map(1).text('verdict'));
const ELISION = fragment((writer) => writer.map(1).text('elision').map(1).text('unit'));

/** The name of a kind. */
export function kindName(kind: EventKind): KindName {
  if (typeof kind === 'string') return kind;
  return 'verdict' in kind ? 'verdict' : 'elision';
}

/** Writes the canonical bytes of a kind. */
export function writeKind(writer: CborWriter, kind: EventKind): void {
  if (typeof kind === 'string') writer.raw(PLAIN_TEXTS[PLAIN.indexOf(kind)] as Uint8Array);
  else if ('verdict' in kind) writer.raw(VERDICT).text(kind.verdict.verdict);
  else writer.raw(ELISION).link(kind.elision.unit);
}

/** Reads canonical bytes of a kind; undefined for whatever is none. */
export function quickKind(reader: CborReader): EventKind | undefined {
  const plain = PLAIN[reader.choose(PLAIN_TEXTS)];
  if (plain !== undefined) return plain;
  if (reader.skip(VERDICT)) {
    const verdict = VERDICTS[reader.choose(VERDICT_TEXTS)];
    return verdict && verdictKind(verdict);
  }
  const unit = reader.skip(ELISION) ? reader.contentLink() : undefined;
  return unit && elisionKind(asUnitId(unit));
}

/** Checks the shape of a kind and gives the reading of the id in it, which comes after the shape of the whole record. */
export function readKind(reader: RecordReader, raw: unknown, path: string): () => EventKind {
  if (typeof raw === 'string') {
    const plain = reader.word(raw, path, PLAIN);
    return () => plain;
  }
  const [name, inner] = reader.only(raw, path, ['verdict', 'elision']);
  const innerPath = `${path}.${name}`;
  if (name === 'verdict') {
    const [word] = reader.fields(inner, innerPath, ['verdict']);
    const verdict = reader.word(word, `${innerPath}.verdict`, VERDICTS);
    return () => verdictKind(verdict);
  }
  const [unit] = reader.fields(inner, innerPath, ['unit']);
  const text = reader.id(unit, `${innerPath}.unit`);
  return () => elisionKind(asUnitId(parsedContent(text, `${innerPath}.unit`)));
}

function verdictKind(verdict: Verdict): EventKind {
  return Object.freeze({ verdict: Object.freeze({ verdict }) });
}

function elisionKind(unit: UnitId): EventKind {
  return Object.freeze({ elision: Object.freeze({ unit }) });
}
