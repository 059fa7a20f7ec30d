import { contentId, decode, encode, parseContentId, parseRawContentId, rawContentId } from '@ken/address';
import { describe, expect, it } from 'vitest';
import { fromHex, type Json, must, ofJson, readVectors, toHex } from './vectors.ts';

interface Content {
  canonical: { value: Json; bytes: string; content_id: string }[];
  raw: { i: number; seed: number; length: number; raw_id: string }[];
  noncanonical: { why: string; bytes: string }[];
  id_texts_refused: { why: string; text: string }[];
  id_profiles: { raw: string; content: string };
}

const vectors = readVectors<Content>('content.json');
const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

describe('worked cases of values', () => {
  it.each(vectors.canonical.map((each) => [short(each.bytes), each] as const))(
    '%s',
    (_, { value, bytes, content_id }) => {
      expect(toHex(must(encode(ofJson(value))))).toBe(bytes);
      expect(contentId(fromHex(bytes))).toBe(content_id);
      expect(toHex(must(encode(must(decode(fromHex(bytes))))))).toBe(bytes);
    },
  );
});

describe('worked cases of bytes', () => {
  it.each(vectors.raw.map((each) => [each.length, each] as const))('%i bytes', (length, { i, seed, raw_id }) => {
    const bytes = Uint8Array.from({ length }, (_, j) => (j * 131 + i * 7 + seed) % 251);
    expect(rawContentId(bytes)).toBe(raw_id);
  });
});

describe('bytes that are refused', () => {
  it.each(vectors.noncanonical.map((each) => [each.why, each.bytes] as const))('%s', (_, bytes) => {
    expect(decode(fromHex(bytes)).ok).toBe(false);
  });
});

describe('texts that are refused as either id', () => {
  it.each(vectors.id_texts_refused.map((each) => [each.why, each.text] as const))('%s', (_, text) => {
    expect(parseContentId(text).ok).toBe(false);
    expect(parseRawContentId(text).ok).toBe(false);
  });

  it('the ids that they were made from are accepted, each as its own kind only', () => {
    const { raw, content } = vectors.id_profiles;
    expect(parseContentId(content)).toEqual({ ok: true, value: content });
    expect(parseRawContentId(raw)).toEqual({ ok: true, value: raw });
    expect(parseContentId(raw)).toMatchObject({ refusal: { code: 'id/wrong-profile' } });
    expect(parseRawContentId(content)).toMatchObject({ refusal: { code: 'id/wrong-profile' } });
  });
});
