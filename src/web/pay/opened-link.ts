const NAME = 'payment-link';

/** Remembers in this tab which link leads to the payment page, because that page does not know it. */
export function rememberLink(token: string): void {
  try {
    sessionStorage.setItem(NAME, token);
  } catch {
    // Without storage the pages after the payment speak of the mail.
  }
}

/** The link that was paid or left in this tab; null if there is none. */
export function openedLink(): string | null {
  try {
    return sessionStorage.getItem(NAME);
  } catch {
    return null;
  }
}
