/**
 * What identifies a client in answers to staff (rules.md §9). With Privacy a screen shows initials instead of names, and
 * nothing that is personal besides.
 */

declare const isolated: unique symbol;
/** A client's name between the isolates of Unicode, or words in place of one. It may stand within a sentence. */
export type ClientName = string & { readonly [isolated]: true };

const [START, END] = ['\u2068', '\u2069'];
const NAME = /\u2068([^\u2069]*)\u2069/u;

/** Marks a name as one. Marks cannot be typed: what is typed loses them (typed-text.ts). */
export const isolate = (name: string): ClientName => `${START}${name}${END}` as ClientName;

/** Marks a name that may be missing: `otherwise` is no name and stays readable. */
export const nameOr = (name: string | null | undefined, otherwise: string): ClientName =>
  name ? isolate(name) : (otherwise as ClientName);

/** True if a text has names in it. */
export const hasNames = (text: string): boolean => text.includes(START);

/** Splits a text at its names: every second part is one. */
export const splitAtNames = (text: string): string[] => text.split(NAME);

/** Writes a text as it is read; each name goes through `as`. */
export const writeOut = (text: string, as = (name: string) => name): string =>
  splitAtNames(text)
    .map((part, at) => (at % 2 === 0 ? part : as(part)))
    .join('');

/** Returns the first name of a whole one. */
export const firstOf = (name: ClientName): ClientName =>
  hasNames(name) ? isolate(writeOut(name).split(' ')[0]!) : name;

export declare const sealed: unique symbol;
/** Something personal but a name. A screen cannot show it as it is: `useShown()` of the staff area says what may be seen. */
export type Personal<T> = T | { readonly [sealed]: true };

/** Returns what is typed, sent or compared; never what is shown. */
export const reveal = <T>(value: Personal<T>): T => value as T;
