import {
  bytesOf,
  type CborReader,
  CborWriter,
  type ContentId,
  type DecodeCode,
  decode,
  type LossyCode,
  CborReader as Reader,
  type Result,
  refuse,
} from '@ken/address';
import type { Form } from './record.ts';

/** How the fields of one record stand in bytes and in a raw value. */
export interface Layout<F, C extends string> {
  /** Writes the canonical bytes. */
  write(writer: CborWriter, fields: F): void;
  /** Reads canonical bytes of the usual form; undefined for whatever else, which then takes the long way. */
  quick(reader: CborReader): F | undefined;
  /** Reads any value; refuses with the door's shape code and those of ids. */
  read(raw: unknown, form: Form): Result<F, C>;
}

// Fields hold text and integers only, so that nothing of a caller runs while this is in use.
const scratch = new CborWriter();
// Whose bytes are in it: whoever asks for an id mostly asks for the bytes next.
let written: object | undefined;

/** The canonical bytes of a record, fresh. The fields never change and are data, which a class of its own answers for. */
export function bytesOfRecord<F extends object>(layout: Layout<F, string>, fields: F): Uint8Array {
  return recordIn(layout, fields).bytes();
}

/** The ContentId of a record; the fields as for `bytesOfRecord`. */
export function idOfRecord<F extends object>(layout: Layout<F, string>, fields: F): ContentId {
  return recordIn(layout, fields).contentId();
}

function recordIn<F extends object>(layout: Layout<F, string>, fields: F): CborWriter {
  if (written !== fields) {
    written = undefined;
    layout.write(scratch.clear(), fields);
    written = fields;
  }
  return scratch;
}

/**
 * The checked decode of a record: generically canonical, of the type wanted, and giving the same bytes again (contract,
 * content §2). Bytes of the usual form pass all three in one reading; what that reading does not know is not thereby
 * refused. Throws TypeError for anything but bytes of unshared memory.
 */
export function decodeRecord<F extends object, C extends string>(
  layout: Layout<F, C>,
  bytes: Uint8Array,
): Result<F, C | DecodeCode | LossyCode> {
  const own = bytesOf(bytes);
  const reader = new Reader(own);
  const quick = layout.quick(reader);
  if (quick !== undefined && reader.ended) return { ok: true, value: quick };

  const decoded = decode(own);
  if (!decoded.ok) return decoded;
  const fields = layout.read(decoded.value, 'cbor');
  if (!fields.ok) return fields;
  return recordIn(layout, fields.value).wrote(own) ? fields : refuse('cbor/lossy', { reason: 'not-reproduced' });
}
