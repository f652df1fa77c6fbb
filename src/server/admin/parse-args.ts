import { hasControlCharacter } from '#domain/control-characters.ts';

/**
 * Parses arguments of the form name=value in any order: title="Seed swap" place=Studio. A value that the shell split is
 * refused, so that no text is lost silently.
 */
export function parseArgs(
  args: readonly string[],
  known: readonly string[],
): { ok: true; given: ReadonlyMap<string, string> } | { ok: false; message: string } {
  const given = new Map<string, string>();
  for (const arg of args) {
    const [, name, text] = /^([a-z_]+)=([\s\S]*)$/.exec(arg) ?? [];
    if (name === undefined || !known.includes(name))
      return {
        ok: false,
        message: `Cannot read ${arg}. Write ${known.map((each) => `${each}=…`).join(' ')}, values with spaces in quotes: ${known[0]}="two words".`,
      };
    if (given.has(name)) return { ok: false, message: `${name} appears twice.` };
    const value = text!.trim();
    if (hasControlCharacter(value) || /[\t\n\r\uFFFD]/.test(value))
      return { ok: false, message: `${name} contains a control character or a line break.` };
    given.set(name, value);
  }
  return { ok: true, given };
}

/** The value that clears an optional field: until=none. */
export const NONE = 'none';

/** Whether a text is a whole number in the range. */
export const isNumberIn = (text: string, least: number, most: number): boolean =>
  /^\d{1,3}$/.test(text) && +text >= least && +text <= most;
