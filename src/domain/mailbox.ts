/**
 * The mailbox that an address delivers to, as far as its spelling tells: a tag after `+` names a folder, not another
 * inbox. Takes an address as the contract gives it (trimmed, lower-cased) and returns one of the same form. What is
 * counted for each mailbox is bounded for its owner, however the address is spelled (docs/decisions/0018).
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name = ''] = email.slice(0, at).split('+');
  return name === '' ? email : `${name}${email.slice(at)}`;
}
