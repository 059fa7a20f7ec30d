import { createServer } from 'node:http';

/** Policies under which the page is served: both forbid programs from text, and the first WebAssembly too. */
export const POLICIES = {
  strict: "default-src 'none'; script-src 'self'",
  wasm: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
} as const;

/** A server on this machine alone that answers with one page, whose script runs under the policy that the path names. */
export async function serve(script: string, cases: unknown): Promise<{ readonly origin: string; close(): void }> {
  // A data block is no script, so that no policy looks at it; only its end must not stand in the text.
  const data = JSON.stringify(cases).replaceAll('<', '\\u003c');
  const page = `<!doctype html><meta charset="utf-8"><body><script type="application/json" id="cases">${data}</script><script type="module" src="/page.js"></script>`;
  const server = createServer((request, response) => {
    const policy = Object.entries(POLICIES).find(([name]) => request.url === `/${name}`)?.[1];
    if (policy !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(page);
    } else if (request.url === '/page.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return { origin: `http://127.0.0.1:${address.port}`, close: () => void server.close() };
}
