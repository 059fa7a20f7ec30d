import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const folders = (process.env['PATH'] ?? '').split(delimiter);
const executable = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
const absent = `no ${NAMES.join(', ')} on the path`;

/** Whether the tests in a browser run: where none is installed they are skipped, but never where changes are judged. */
export const haveBrowser = executable !== undefined || process.env['CI'] === 'true';

if (!haveBrowser) process.stderr.write(`There is ${absent}: the tests in a browser are skipped.\n`);

/** Starts the browser, without anything that would reach beyond this machine. */
export async function launch(): Promise<Browser> {
  if (executable === undefined) throw new Error(absent);
  return chromium.launch({
    executablePath: executable,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
