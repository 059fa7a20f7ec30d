import { TellingReading } from '../document/reading.ts';
import { DocumentSplitter } from '../document/splitter.ts';
import type { Format } from '../formats.ts';
import { type Family, familyOf, isMessage, isOfBoth, SIGN } from './family.ts';
import { ANTHROPIC, type Dialect, MessagesTeller, OPENAI } from './teller.ts';

/** An array of messages of the chat completions of OpenAI, and of programs that speak like them. */
export const openaiMessages: Format = formatOf('openai', OPENAI, '"tool_calls" or a text as "content"');

/** An array of messages of Anthropic: content blocks, with calls and results among them. */
export const anthropicMessages: Format = formatOf('anthropic', ANTHROPIC, 'blocks as "content"');

function formatOf(family: Family, dialect: Dialect, particular: string): Format {
  return {
    name: dialect.format,
    sign: `${SIGN}, with ${particular}`,
    // A message by itself is no array of them.
    signOf: () => 'none',
    signOfHead: (head) => {
      const found = familyOf(head);
      // Of the other family it can be read too, where a person says so.
      return found === family ? 'proof' : found === null ? 'none' : 'hint';
    },
    alsoFits: isOfBoth,
    open: () => new TellingReading(new DocumentSplitter(isMessage), new MessagesTeller(dialect)),
  };
}
