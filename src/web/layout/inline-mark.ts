/**
 * React writes this mark on the scripts that our own code renders, as `nonce`. The server allows only marked scripts in
 * the page's policy and takes the mark out before it sends the page (src/server/pages/page-policy.ts). It is random, so no text
 * that somebody has written can carry it; undefined in the browser.
 */
export const inlineMark: string | undefined = import.meta.env.SSR ? crypto.randomUUID() : undefined;
