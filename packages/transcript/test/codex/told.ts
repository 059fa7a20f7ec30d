import { messageOf } from '../../src/index.ts';
import type { Told } from '../claude-code/transcripts.ts';

export { departuresIn, inShort, shown, type Told, tellLines } from '../claude-code/transcripts.ts';

/** What people are told of a file's findings. */
export const messagesOf = ({ findings }: Told): readonly string[] => findings.map(messageOf);
