import { detach } from './copy.ts';
import type { Handoff, MaterialRef, Summary } from './documents.ts';
import type { Faults } from './faults.ts';
import { handoffOf } from './handoff.ts';
import { NOTE_FIELDS } from './names.ts';
import { entriesOf, isPlain, kindOf, own, type Plain, reading } from './read.ts';
import { accept, type Result } from './result.ts';
import { readText } from './text.ts';
import { isBlank } from './white-space.ts';

export const NOTE_SCHEMA = 'handoff_note_v1';
export const NOTE_SCHEMAS = Object.freeze(['handoff_note_v0', NOTE_SCHEMA]);

export type NoteField = keyof typeof NOTE_FIELDS;

/** What a field of a note holds: text, or a list of texts. */
export type NoteText = string | readonly string[];

/** `handoff_note_v1`: what one agent tells the next, with references to materials and no authority over them. */
export interface HandoffNote extends Partial<Readonly<Record<NoteField, NoteText>>> {
  readonly schema_version: typeof NOTE_SCHEMA;
  readonly material_frontier_summary: Summary;
  readonly material_ref_count: number;
  readonly material_refs: readonly MaterialRef[];
  readonly material_refs_truncated: boolean;
}

/** A note without a frontier: what was given, copied. */
export type PlainNote = { readonly schema_version: string } & { readonly [name: string]: unknown };

/**
 * Makes a `handoff_note_v1` of a `handoff_note_v0` or v1 and a full frontier; refs that a v1 brought are replaced.
 * Fields that the contract does not name are not taken over. Without a frontier (null or undefined) the note comes
 * back as it was, as a deeply frozen copy. Refuses any other note, a note whose text is not public-safe, and
 * whatever `projectHandoff` refuses, under `material_frontier`. (frontier, hand-off)
 */
export function handoffNote(note: unknown, frontier: object): Result<HandoffNote>;
export function handoffNote(note: unknown, frontier?: unknown): Result<HandoffNote | PlainNote>;
export function handoffNote(note: unknown, frontier?: unknown): Result<HandoffNote | PlainNote> {
  return reading<HandoffNote | PlainNote>((faults) => {
    if (!isPlain(note)) {
      faults.add('frontier/not-an-object', '', { found: kindOf(note) });
      return faults.refused();
    }
    if (!isNote(note)) {
      faults.add('frontier/unknown-schema', 'schema_version', { wanted: NOTE_SCHEMAS });
      return faults.refused();
    }
    if (frontier === undefined || frontier === null) return accept(detach(note) as PlainNote);
    const handoff = handoffOf(frontier, 'material_frontier', faults);
    const made = handoff === undefined ? undefined : noteWith(note, handoff, faults);
    return made === undefined ? faults.refused() : accept(made);
  });
}

/** Whether a value is a note that materials can be put into. */
export function isNote(value: unknown): value is Plain {
  return isPlain(value) && NOTE_SCHEMAS.some((schema) => schema === own(value, 'schema_version'));
}

/** The note with the materials of a projection, or undefined beside its faults. */
export function noteWith(note: Plain, handoff: Handoff, faults: Faults): HandoffNote | undefined {
  const said = readNote(note, faults);
  if (!faults.none) return undefined;
  const { summary, material_ref_count, material_refs, material_refs_truncated } = handoff;
  return Object.freeze({
    schema_version: NOTE_SCHEMA,
    ...said,
    material_frontier_summary: summary,
    material_ref_count,
    material_refs,
    material_refs_truncated,
  });
}

function readNote(note: Plain, faults: Faults): Partial<Record<NoteField, NoteText>> {
  const said: Partial<Record<NoteField, NoteText>> = {};
  for (const name of Object.keys(NOTE_FIELDS) as NoteField[]) {
    const value = readSaid(own(note, name), name, NOTE_FIELDS[name], faults);
    if (value.length > 0) said[name] = value;
  }
  return said;
}

function readSaid(value: unknown, path: string, limit: number, faults: Faults): NoteText {
  const entries = entriesOf(value);
  if (entries === null) return readText(value, path, limit, faults) ?? '';
  return Object.freeze(
    entries.flatMap((entry, index) =>
      isBlank(entry) ? [] : [readText(entry, `${path}[${index}]`, limit, faults) ?? ''],
    ),
  );
}
