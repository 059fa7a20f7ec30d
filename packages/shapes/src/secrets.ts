import { assigned, endOfRun, isSpace, key, nothing, run, spacedOrAssigned, token, visible } from './follow.ts';
import type { Row } from './row.ts';

/** Two more parts of a web token behind its first, each of at least four characters. */
const twoMoreParts: Row['follow'] = (text, from) => {
  const part = run(key, 4);
  const first = part(text, from);
  if (first < 0 || text[first] !== '.') return -1;
  const second = part(text, first + 1);
  return second < 0 || text[second] !== '.' ? -1 : part(text, second + 1);
};

const ends = (code: number): boolean =>
  isSpace(code) || code === 0x2f || code === 0x3f || code === 0x23 || code === 0x22 || code === 0x3c || code === 0x3e;

/** `user:password@` behind `://`. It stops at a slash, so that no two heads walk over the same text. */
const credentials: Row['follow'] = (text, from) => {
  let colon = -1;
  let at = -1;
  const end = endOfRun(text, from, (code) => !ends(code));
  for (let index = from; index < end; index += 1) {
    if (text[index] === ':' && colon < 0) colon = index;
    if (text[index] === '@') at = index;
  }
  return colon >= 0 && at > colon + 1 ? end : -1;
};

/** Secrets that are told by what is written around them (frontier, shapes that are refused in text). */
export const SECRETS: readonly Row[] = [
  {
    name: 'bearer-token',
    family: 'secret',
    head: /(?<![a-z0-9])bearer/gi,
    follow: spacedOrAssigned(token, 16),
    yes: ['Bearer abcdefghijklmnop.qrst', 'bearer: abcdefghijklmnop'],
    no: ['bearer tokens are secret', 'forbearer abcdefghijklmnop', 'bearer abcdefghijklmno'],
  },
  {
    name: 'key-assignment',
    family: 'secret',
    head: /(?<![a-z0-9])(?:(?:aws[_ -]?)?(?:secret[_ -]?)?(?:access|secret|private|signing|encryption|account|master|service)[_ -]?key(?:[_ -]?id)?|client[_ -]?secret|[as]k)/gi,
    follow: assigned(visible, 1),
    yes: [
      'access_key: AKIA',
      'secretkey = zzz',
      'sk: hunter',
      'AK=1',
      'AWS_SECRET_ACCESS_KEY=x',
      '"client_secret": "x"',
    ],
    no: ['key=value', 'use sk learn', 'secret-team', 'ask: no', 'risk = high', 'access key', 'ak ='],
  },
  {
    name: 'short-key',
    family: 'secret',
    head: /(?<![a-z0-9])[as]k[-_]/gi,
    follow: run(key, 10),
    yes: ['sk-abcdefghij', 'ak_0123456789ab', 'ésk-abcdefghijkl'],
    no: ['ask-question', 'risk-assessment-2026', 'sk-abcdefghi', 'task_abcdefghijkl'],
  },
  {
    name: 'token-assignment',
    family: 'secret',
    head: /(?<![\p{L}\p{N}])token/giu,
    follow: assigned(token, 12),
    yes: ['token=abcdefghijkl', 'Token : abcdefghijklmno', 'refresh_token=abcdefghijkl', "{'token': 'abcdefghijkl'}"],
    no: ['token = short', '日token=abcdefghijklmnop', 'tokens: abcdefghijklmnop', 'token abcdefghijklmnop'],
  },
  {
    name: 'named-token-assignment',
    family: 'secret',
    head: /(?<![a-z0-9])(?:access|auth|refresh|id|session|api|bot)token/gi,
    follow: assigned(token, 12),
    yes: ['accessToken=abcdefghijkl', 'authtoken: abcdefghijkl'],
    no: ['accessToken=short', 'detoken=abcdefghijkl'],
  },
  {
    name: 'password-assignment',
    family: 'secret',
    head: /(?<![a-z0-9])(?:password|passwd|passphrase|pwd|api[_ -]?key|apikey)/gi,
    follow: assigned(visible, 8),
    yes: ['password=hunter22', 'API_KEY=abcdefgh', 'db_password: "hunter22"', 'apikey = 12345678'],
    no: ['password=short', 'password reset', 'api_key=abc', 'password policies'],
  },
  {
    name: 'web-token',
    family: 'secret',
    head: /(?<![a-z0-9_-])eyj/gi,
    follow: twoMoreParts,
    yes: ['eyJhbGciOi.eyJzdWIi.c2lnbmF0', 'jwt eyJabcd.abcd.abcd'],
    no: ['eyJhbGciOi', 'eyJhbGciOi.eyJzdWIi', 'eyJ.a.b', 'keyJabcd.abcd.abcd'],
  },
  {
    name: 'private-key-block',
    family: 'secret',
    head: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/gi,
    follow: nothing,
    yes: ['-----BEGIN PRIVATE KEY-----', '-----BEGIN RSA PRIVATE KEY-----', '-----begin pgp private key block-----'],
    no: ['-----BEGIN PUBLIC KEY-----', 'BEGIN PRIVATE KEY', '-----BEGIN CERTIFICATE-----'],
  },
  {
    name: 'url-credentials',
    family: 'secret',
    head: /:\/\//g,
    follow: credentials,
    yes: ['https://user:pass@example.com/x', 'postgres://u:p@db', 'redis://:pass@cache'],
    no: ['https://example.com/a:b@c', 'https://user@example.com', 'https://user:@example.com', 'http://a:80/x'],
  },
];
