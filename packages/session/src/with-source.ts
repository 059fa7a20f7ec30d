import { rawContentId } from '@ken/address';
import { type Unit, verifyUnit } from '@ken/kernel';
import { openTranscript, type SourceFile } from './source-file.ts';
import { type Verdict, VerdictBuilder } from './verdict.ts';

/** Looks for the record of a transcript whose bytes are the unit's source. */
const recordOf = async (file: SourceFile, unit: Unit): Promise<Uint8Array | undefined> => {
  const transcript = await openTranscript(file);
  if (!transcript.ok) return undefined;
  const reading = transcript.value.read();
  for await (const chunk of file.open()) {
    const found = reading.push(chunk, true).find((record) => rawContentId(record.bytes) === unit.source);
    if (found !== undefined) return found.bytes;
  }
  return reading.finish().records.find((record) => rawContentId(record.bytes) === unit.source)?.bytes;
};

const whole = async (file: SourceFile): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.open()) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
};

/**
 * Checks a unit against a file that holds its source, with no store: the file is the source itself, or a transcript in which
 * the record is found by its id. The root is not looked for and counts as unresolved.
 */
export const verifyWithSource = async (file: SourceFile, unit: Unit): Promise<Verdict> => {
  const verdict = new VerdictBuilder();
  const bytes = (await recordOf(file, unit)) ?? (await whole(file));
  const verified = verifyUnit(unit, bytes);
  verdict.checked.sources += 1;
  verdict.roots.unresolved += 1;
  if (verified.ok) verdict.checked.units += 1;
  else verdict.fail(unit.id, 'unit', verified.refusal);
  return verdict.verdict();
};
