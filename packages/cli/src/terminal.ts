import { once } from 'node:events';
import pc from 'picocolors';

/** How a document is shown: colours only where a terminal reads them (NO_COLOR is honoured by the library too). */
export type Paint = ReturnType<typeof pc.createColors>;

/** The two streams of a command. Data goes to `data`; everything said about it goes to `say`. */
export interface Terminal {
  readonly paint: Paint;
  /** Columns to lay text out in. */
  readonly width: number;
  /** Whether a person reads standard output directly. */
  readonly interactive: boolean;
  /** Writes to standard output, waiting while its reader is slower. */
  data(piece: string | Uint8Array): Promise<void>;
  /** Writes a line to standard error. */
  say(line: string): void;
  /** Shows a passing line on standard error where that is a terminal; an empty text removes it. */
  progress(text: string): void;
}

const defaultWidth = 100;

export const processTerminal = (): Terminal => {
  const { stdout, stderr } = process;
  const interactive = stdout.isTTY === true;
  return {
    paint: pc.createColors(interactive && pc.isColorSupported),
    width: stdout.columns ?? (Number(process.env['COLUMNS']) || defaultWidth),
    interactive,
    async data(piece) {
      if (!stdout.write(piece)) await once(stdout, 'drain');
    },
    say(line) {
      stderr.write(`${line}\n`);
    },
    progress(text) {
      if (stderr.isTTY === true) stderr.write(`\r\u001b[K${text}`);
    },
  };
};
