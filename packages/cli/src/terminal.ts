import pc from 'picocolors';
import { type Output, reachesAnybody, standardOutput, tolerant } from './output.ts';
import { neutralLine, neutralPainted } from './show/text.ts';

/** How a document is shown: colours only where a terminal reads them (NO_COLOR is honoured by the library too). */
export type Paint = ReturnType<typeof pc.createColors>;

/** The two streams of a command: data and text about it on standard output, everything else on standard error. */
export interface Terminal {
  readonly paint: Paint;
  /** Columns to lay text out in. */
  readonly width: number;
  /** Whether standard output goes to somebody: it does not where it is closed, or a device that keeps nothing. */
  readonly reaches: boolean;
  /** Whether a person reads standard output directly. */
  readonly interactive: boolean;
  /**
   * Writes bytes to standard output as they are; resolves with whether they were taken. A reader that closed the pipe ends the
   * output and nothing else. Throws a CommandError when standard output cannot be written.
   */
  data(piece: Uint8Array): Promise<boolean>;
  /** Writes text and a new line to standard output, made safe to show. Waits and throws as `data`. */
  text(text: string): Promise<void>;
  /** Writes one message as one line to standard error, made safe to show. */
  say(message: string): void;
  /** Shows a passing line on standard error where that is a terminal; an empty text removes it. */
  progress(text: string): void;
}

const defaultWidth = 100;

/** The terminal of this process. `output` stands for standard output. */
export const processTerminal = (output: Output = standardOutput()): Terminal => {
  const { stdout, stderr } = process;
  const interactive = stdout.isTTY === true;
  const said = tolerant(stderr);
  const coloured = interactive && pc.isColorSupported;
  let passing = false;
  const cleared = (): void => {
    if (passing) said('\r\u001b[K');
    passing = false;
  };
  return {
    paint: pc.createColors(coloured),
    // A terminal that does not know its width says 0.
    width: stdout.columns || Number(process.env['COLUMNS']) || defaultWidth,
    interactive,
    reaches: interactive || reachesAnybody(1),
    data(piece) {
      cleared();
      return output.write(piece);
    },
    async text(text) {
      cleared();
      await output.write(Buffer.from(`${neutralPainted(text, coloured)}\n`));
    },
    say(message) {
      cleared();
      said(`${neutralLine(message)}\n`);
    },
    progress(text) {
      if (stderr.isTTY !== true) return;
      cleared();
      if (text !== '') said(neutralLine(text));
      passing = text !== '';
    },
  };
};
