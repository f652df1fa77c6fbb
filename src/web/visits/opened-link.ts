import { useSyncExternalStore } from 'react';

const NAME = 'payment-link';

/** Remembers in this tab which link leads to the payment page, because that page does not know it. */
export function rememberLink(token: string): void {
  try {
    sessionStorage.setItem(NAME, token);
  } catch {
    // Without storage the pages after the payment speak of the mail.
  }
}

function openedLink(): string | null {
  try {
    return sessionStorage.getItem(NAME);
  } catch {
    return null;
  }
}

const never = () => () => undefined;

/** The link that was paid or left in this tab; null if there is none, and on the server. */
export const useOpenedLink = (): string | null =>
  useSyncExternalStore<string | null>(never, openedLink, () => null);
