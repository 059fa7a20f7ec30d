import {
  type ContentId,
  contentId,
  decodeNode,
  encodeNode,
  link,
  type MerkleNode,
  nodeId,
  rawContentId,
  type Value,
} from '@ken/address';
import { describe, expect, it } from 'vitest';
import { fromHex, must, outcome, readVectors, toHex } from './vectors.ts';

const { order } = readVectors<{ order: { first: ContentId; second: ContentId } }>('content.json');
const raw = rawContentId(Uint8Array.of(1));
const both = { payload: { a: 1 }, parents: [order.first, order.second] };
const hexOf = (node: MerkleNode): string => toHex(must(encodeNode(node)));
const parentLink = (id: ContentId): string => toHex(must(encodeNode({ payload: null, parents: [id] }))).slice(20, 102);

describe('a node', () => {
  it('is a map of parents and payload, parents ascending by digest bytes', () => {
    expect(hexOf({ payload: 7, parents: [] })).toBe('a267706172656e747380677061796c6f616407');
    expect(hexOf(both)).toContain(`82${parentLink(order.first)}${parentLink(order.second)}`);
    expect(nodeId(both)).toEqual({ ok: true, value: contentId(must(encodeNode(both))) });
  });

  it('does not depend on the order or the number of mentions of its parents', () => {
    const { first, second } = order;
    for (const parents of [
      [second, first],
      [first, second, first],
      [second, first, second],
    ]) {
      expect(nodeId({ ...both, parents })).toEqual(nodeId(both));
    }
    expect(nodeId({ ...both, parents: [first] })).not.toEqual(nodeId(both));
  });

  it('comes back frozen from its bytes', () => {
    const node = must(decodeNode(must(encodeNode(both))));
    expect(node).toEqual(both);
    expect(Object.isFrozen(node) && Object.isFrozen(node.parents) && Object.isFrozen(node.payload)).toBe(true);
  });

  it('its payload may enclose 127 lists, because the node itself is one map', () => {
    const nested = (levels: number): Value => Array.from({ length: levels }).reduce<Value>((value) => [value], 7);
    expect(outcome(encodeNode({ payload: nested(127), parents: [] }))).toBe('ok');
    expect(outcome(encodeNode({ payload: nested(128), parents: [] }))).toBe('cbor/unencodable');
  });
});

describe('a node that is refused when written', () => {
  it.each([
    ['parents that are no list', { payload: 1, parents: 'x' }, 'node/shape'],
    ['no parents', { payload: 1 }, 'node/shape'],
    ['another key', { ...both, extra: 1 }, 'node/shape'],
    ['a parent that is a link', { payload: 1, parents: [link(order.first)] }, 'node/shape'],
    ['a parent that is a hole', { payload: 1, parents: new Array(1) }, 'node/shape'],
    ['a raw parent', { payload: 1, parents: [raw] }, 'id/wrong-profile'],
    ['a parent that is no id', { payload: 1, parents: ['x'] }, 'id/not-a-cid'],
    ['an unencodable payload', { payload: { a: 0.5 }, parents: [] }, 'cbor/unencodable'],
  ])('%s', (_, node, code) => {
    expect(outcome(encodeNode(node as MerkleNode))).toBe(code);
    expect(outcome(nodeId(node as MerkleNode))).toBe(code);
    expect(outcome(encodeNode(both))).toBe('ok');
  });

  it('the path leads to the part', () => {
    expect(encodeNode({ payload: 1, parents: [order.first, raw as unknown as ContentId] })).toMatchObject({
      refusal: { path: 'parents[1]' },
    });
    expect(encodeNode({ payload: { a: [0.5] }, parents: [] })).toMatchObject({ refusal: { path: 'payload.a[0]' } });
  });
});

describe('bytes that are refused as a node', () => {
  const key = { parents: '67706172656e7473', payload: '677061796c6f6164' };
  const [first, second] = [parentLink(order.first), parentLink(order.second)];
  const rawLink = first.replace('0001711e20', '0001551e20');
  it.each([
    ['parents out of order', `a2${key.parents}82${second}${first}${key.payload}07`, 'cbor/lossy'],
    ['a parent twice', `a2${key.parents}82${first}${first}${key.payload}07`, 'cbor/lossy'],
    ['a raw parent', `a2${key.parents}81${rawLink}${key.payload}07`, 'id/wrong-profile'],
    ['a parent that is no link', `a2${key.parents}8107${key.payload}07`, 'node/shape'],
    ['parents that are no list', `a2${key.parents}07${key.payload}07`, 'node/shape'],
    ['another key', `a3616107${key.parents}80${key.payload}07`, 'node/shape'],
    ['no payload', `a1${key.parents}80`, 'node/shape'],
    ['two other keys', 'a2616101616202', 'node/shape'],
    ['a list', '820102', 'node/shape'],
    ['a number', '07', 'node/shape'],
    ['null', 'f6', 'node/shape'],
    ['a text of two letters', '626162', 'node/shape'],
    ['bytes of two', '420102', 'node/shape'],
    ['a link', first, 'node/shape'],
    ['another key in the place of the payload', `a2617807${key.parents}80`, 'node/shape'],
    ['another key in the place of the parents', `a2617880${key.payload}07`, 'node/shape'],
    ['payload first', `a2${key.payload}07${key.parents}80`, 'cbor/not-canonical'],
    ['a byte more', `a2${key.parents}80${key.payload}0700`, 'cbor/malformed'],
  ])('%s', (_, bytes, code) => {
    expect(outcome(decodeNode(fromHex(bytes)))).toBe(code);
    expect(outcome(decodeNode(fromHex(`a2${key.parents}82${first}${second}${key.payload}07`)))).toBe('ok');
  });
});
