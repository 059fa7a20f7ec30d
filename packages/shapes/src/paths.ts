import { endOfRun, host, nothing, run, visible } from './follow.ts';
import type { Row } from './row.ts';

/** `host\share` behind two backslashes; each separator may be doubled, as escaped text has it. */
const share: Row['follow'] = (text, from) => {
  const end = endOfRun(text, from, host);
  if (end === from || text[end] !== '\\') return -1;
  return run(visible, 1)(text, text[end + 1] === '\\' ? end + 2 : end + 1);
};

/** Local absolute paths (frontier, shapes that are refused in text). */
export const PATHS: readonly Row[] = [
  {
    name: 'posix-path',
    family: 'path',
    head: /(?<![a-z0-9:/])\/(?:users|home|volumes|private|tmp|var|etc|opt|srv|mnt|root|workspaces?)\//gi,
    follow: (text, from) => endOfRun(text, from, visible),
    yes: ['see /home/alice/notes.md', '/Users/bob/x', '(/etc/passwd)', '/WORKSPACE/repo/file', 'café/home/x', '/tmp/'],
    no: [
      'https://example.com/home/user',
      '8/tmp/x',
      'x/home/y',
      'docs/home/readme',
      'a:b /etc',
      ':/var/log',
      '/homes/x',
    ],
  },
  {
    name: 'home-path',
    family: 'path',
    head: /(?<![a-z0-9/])~\//gi,
    follow: run(visible, 1),
    yes: ['~/notes.md', 'in ~/x', '"~/x"'],
    no: ['about ~ 5', 'a~/b', 'https://example.com/~/b', '~/ '],
  },
  {
    name: 'drive-path',
    family: 'path',
    head: /(?<![a-z0-9])[a-z]:(?:\\|\/(?:users|windows|program files|programdata|temp|tmp|home)\/)/gi,
    follow: (text, from) => endOfRun(text, from, visible),
    yes: ['C:\\Users\\carol\\doc', 'd:/users/dave/x', 'at Z:\\'],
    no: ['drive temp\\x', 'abc:\\x', 'ratio a:b /x', 'C:/other/x'],
  },
  {
    name: 'share-path',
    family: 'path',
    head: /\\\\/g,
    follow: share,
    yes: ['\\\\host\\share', 'from \\\\files.example\\team\\a', '\\\\\\\\host\\\\share'],
    no: ['a\\b\\c', '\\\\ host', '\\\\host', '\\\\host\\ x'],
  },
  {
    name: 'file-url',
    family: 'path',
    head: /(?<![a-z0-9])file:[\\/]/gi,
    follow: (text, from) => endOfRun(text, from, visible),
    yes: ['file:///x', 'FILE:/x', '(file://host/x)'],
    no: ['profile:/x', 'file: see below', 'file://'.slice(0, 5)],
  },
  {
    name: 'file-url-drive',
    family: 'path',
    head: /(?<![a-z0-9])file:[a-z]:/gi,
    follow: nothing,
    yes: ['file:c:/x'],
    no: ['file:c', 'file:cd:'],
  },
];
