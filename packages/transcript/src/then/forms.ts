import { FORMAT as GEMINI } from '../gemini/teller.ts';
import { ANTHROPIC, OPENAI } from '../messages/teller.ts';
import { FORMAT as PLAIN } from '../plain/teller.ts';

const FORMS: ReadonlySet<string> = new Set([OPENAI.format, ANTHROPIC.format, GEMINI, PLAIN]);

/**
 * Whether a format, by its name, records no compaction, so that what was dropped shows only against an earlier file (§4,
 * §5). A name that no format has records none that could be known: false.
 */
export function recordsNoCompaction(format: string): boolean {
  return FORMS.has(format);
}
