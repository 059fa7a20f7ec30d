import { alnum, key, run, token, word } from './follow.ts';
import type { Row } from './row.ts';

/** A secret that is told by the prefix that its provider gives it. */
const prefix = (
  name: string,
  head: RegExp,
  follow: Row['follow'],
  yes: readonly string[],
  no: readonly string[],
): Row => ({ name, family: 'secret', head, follow, yes, no });

/** Keys and tokens by provider (frontier, shapes that are refused in text). */
export const PROVIDERS: readonly Row[] = [
  prefix(
    'github-token',
    /(?<![a-z0-9])gh[a-z0-9]_/gi,
    run(alnum, 20),
    ['ghp_abcdefghijklmnopqrstuvwx'],
    ['ghp_short', 'highp_abcdefghijklmnopqrst'],
  ),
  prefix(
    'github-fine-token',
    /(?<![a-z0-9])github_pat_/gi,
    run(word, 10),
    ['github_pat_abcdefghij'],
    ['github_pat_x', 'github_path_abcdefghij'],
  ),
  prefix('gitlab-token', /(?<![a-z0-9])glpat-/gi, run(key, 10), ['glpat-abcdefghij'], ['glpat-x']),
  prefix(
    'aws-key-id',
    /(?<![a-z0-9])a[ks]ia/gi,
    run(alnum, 12),
    ['AKIAEXAMPLE12345', 'ASIAEXAMPLE12345'],
    ['Asia Pacific region', 'AKIA', 'xAKIAEXAMPLE12345'],
  ),
  prefix('google-key', /(?<![a-z0-9])aiza/gi, run(key, 10), ['AIzaEXAMPLE_12345'], ['aiza', 'AIza short']),
  prefix(
    'google-token',
    /(?<![a-z0-9])(?:ya29\.|gocspx-)/gi,
    run(key, 10),
    ['ya29.abcdefghij', 'GOCSPX-abcdefghij'],
    ['ya29.x', 'ya29 abcdefghij'],
  ),
  prefix(
    'slack-token',
    /(?<![a-z0-9])(?:xox[a-z]|xapp)-/gi,
    run(key, 4),
    ['xoxb-EXAMPLE', 'xapp-EXAMPLE'],
    ['xox-EXAMPLE', 'xoxb-', 'boxoxb-EXAMPLE'],
  ),
  prefix(
    'stripe-key',
    /(?<![a-z0-9])(?:[sr]k_(?:live|test)_|whsec_)/gi,
    run(alnum, 4),
    ['sk_live_EXAMPLE', 'rk_test_EXAMPLE', 'whsec_EXAMPLE'],
    ['sk_live_', 'pk_live_EXAMPLE', 'desk_live_EXAMPLE'],
  ),
  prefix(
    'npm-token',
    /(?<![a-z0-9])npm_/gi,
    run(alnum, 10),
    ['npm_abcdefghij'],
    ['npm_config_registry', 'npm_package', 'pnpm_abcdefghij'],
  ),
  prefix('anthropic-key', /(?<![a-z0-9])sk-ant-/gi, run(key, 4), ['sk-ant-EXAMPLE'], ['sk-ant-', 'task-ant-EXAMPLE']),
  prefix(
    'openai-key',
    /(?<![a-z0-9])sk-(?:proj|svcacct|admin|none)-/gi,
    run(token, 4),
    ['sk-proj-EXAMPLE'],
    ['sk-proj-', 'risk-proj-EXAMPLE'],
  ),
];
