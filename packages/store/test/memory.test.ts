import { expect, it } from 'vitest';
import { openMemoryStore } from '../src/index.ts';
import { describeStore } from './contract.ts';
import { describeTexts } from './contract-texts.ts';
import { describeUpkeep } from './contract-upkeep.ts';
import { raw } from './objects.ts';

describeStore('memory', async () => openMemoryStore());
describeTexts('memory', async () => openMemoryStore());

it('is a store of its own each time it is opened', async () => {
  const [one, other] = [openMemoryStore(), openMemoryStore()];
  await one.commit({ objects: [raw('text')] });
  expect(await one.stats()).toEqual({ objects: 1, bytes: 4 });
  expect(await other.stats()).toEqual({ objects: 0, bytes: 0 });
});

describeUpkeep('memory', async () => openMemoryStore());
