import { cleanLine } from '#domain/text/typed-text.ts';

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

const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** A label of a host, also of an internationalised one. The last one is no number. */
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
const TOP = /^(?:xn--[a-z0-9-]+|[\p{L}\p{M}]{2,})$/u;
/** Longest address and its parts (RFC 5321 §4.5.3.1). */
const MAX_EMAIL = 254;
export const EMAIL_PROBLEM = 'Please enter an e-mail address, like maren@example.com';

/**
 * Parses a typed or pasted e-mail address to the form that is stored, in lower case; null if it is not one. Takes it as
 * mail programs copy it: 'Maren Keller <maren@example.com>', 'mailto:maren@example.com'.
 */
export function parseEmail(typed: string): string | null {
  const text = cleanLine(typed).normalize('NFKC');
  const bare = /^[^<>]*<([^<>]*)>[,;]?$/.exec(text)?.[1] ?? text;
  const email = bare
    .trim()
    .replace(/^mailto:/i, '')
    .toLowerCase();
  const at = email.lastIndexOf('@');
  const [local, host] = [email.slice(0, Math.max(at, 0)), email.slice(at + 1)];
  const labels = host.split('.');
  const isGood =
    email.length <= MAX_EMAIL &&
    local.length <= 64 &&
    LOCAL.test(local) &&
    labels.length > 1 &&
    labels.every((label) => label.length <= 63 && LABEL.test(label)) &&
    TOP.test(labels.at(-1)!);
  return isGood ? email : null;
}
