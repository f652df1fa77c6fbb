const NAME = 'claim-key';
const LINK = /^#key=([\w-]{43})$/;

/**
 * Takes the key of an invitation out of the address, where others could read it, and keeps it in this tab while the client
 * signs in or up. Null: no invitation was opened in this tab.
 */
export function takeClaimKey(): string | null {
  const given = LINK.exec(location.hash)?.[1];
  try {
    if (given !== undefined) sessionStorage.setItem(NAME, given);
    return given ?? sessionStorage.getItem(NAME);
  } catch {
    // Without storage the client signs in first and then opens the link again.
    return given ?? null;
  }
}

/** After the key was used, or has turned out to be of no use. */
export function forgetClaimKey(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Nothing was stored.
  }
}
