/**
 * Returns the mailbox that an address delivers to: a tag after `+` names a folder, not another inbox. Takes and returns
 * a trimmed, lower-case address. Limits count by mailbox, so that another spelling of the address does not raise them
 * (docs/decisions/0018).
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [name = ''] = email.slice(0, at).split('+');
  return name === '' ? email : `${name}${email.slice(at)}`;
}
