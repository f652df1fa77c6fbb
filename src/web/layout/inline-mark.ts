/**
 * The `nonce` of the scripts that our own code renders. The server allows only marked scripts in the page's policy and
 * removes the mark before it sends the page (src/server/pages/page-policy.ts). It is random, so text written by users
 * cannot contain it. Undefined in the browser.
 */
export const inlineMark: string | undefined = import.meta.env.SSR ? crypto.randomUUID() : undefined;
