import {
  asEventId,
  asPacketId,
  asUnitId,
  type ContentId,
  contentId,
  type PacketId,
  type RawContentId,
  type UnitId,
} from '@ken/address';
import { describe, expect, expectTypeOf, it } from 'vitest';

const id = contentId(new Uint8Array());

describe('the compiler keeps ids apart', () => {
  it('a raw id is no content id, and text is neither', () => {
    expectTypeOf<RawContentId>().not.toExtend<ContentId>();
    expectTypeOf<ContentId>().not.toExtend<RawContentId>();
    expectTypeOf<string>().not.toExtend<ContentId>();
    expectTypeOf<ContentId>().toExtend<string>();
  });

  it('a packet id does not fit where a unit id is wanted, and both are content ids', () => {
    const wantsUnit = (unit: UnitId): ContentId => unit;
    expect(wantsUnit(asUnitId(id))).toBe(id);
    // @ts-expect-error: a packet is no unit
    expect(wantsUnit(asPacketId(id))).toBe(id);
    // @ts-expect-error: an event is no unit
    expect(wantsUnit(asEventId(id))).toBe(id);
    // @ts-expect-error: what a content id names has to be said
    expect(wantsUnit(id)).toBe(id);
    expectTypeOf<PacketId>().toExtend<ContentId>();
  });
});
