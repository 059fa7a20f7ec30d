import { claudeDeliveries } from './claude-code.ts';
import { codexDeliveries } from './codex.ts';
import { geminiDeliveries, messageDeliveries, openCodeDeliveries } from './messages.ts';
import type { DeliveryReader } from './types.ts';

const readers: { readonly [format: string]: () => DeliveryReader } = {
  'claude-code': claudeDeliveries,
  codex: codexDeliveries,
  gemini: geminiDeliveries,
  opencode: openCodeDeliveries,
  'openai-messages': messageDeliveries,
  'anthropic-messages': messageDeliveries,
};

/**
 * What reads the records of a run of a format for what tools delivered; undefined for a format that does not record results
 * of tools.
 */
export const deliveriesOf = (format: string): DeliveryReader | undefined =>
  Object.hasOwn(readers, format) ? readers[format]?.() : undefined;
