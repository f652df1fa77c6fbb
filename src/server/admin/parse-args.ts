import { hasControlCharacter } from '#domain/control-characters.ts';

/**
 * What a command is given as name=words, in any order: title="Seed swap" place=Studio. Words that the shell took apart
 * are told, so that nothing is cut off unseen.
 */
export function parseArgs(
  args: readonly string[],
  known: readonly string[],
): { ok: true; given: ReadonlyMap<string, string> } | { ok: false; message: string } {
  const given = new Map<string, string>();
  for (const arg of args) {
    const [, name, words] = /^([a-z_]+)=([\s\S]*)$/.exec(arg) ?? [];
    if (name === undefined || !known.includes(name))
      return {
        ok: false,
        message: `I cannot read ${arg}. Write ${known.map((each) => `${each}=…`).join(' ')}, words with blanks in quotes: ${known[0]}="two words".`,
      };
    if (given.has(name)) return { ok: false, message: `${name} stands there twice.` };
    const value = words!.trim();
    if (hasControlCharacter(value) || /[\t\n\r\uFFFD]/.test(value))
      return { ok: false, message: `There is a sign or a line end in ${name} that cannot be shown.` };
    given.set(name, value);
  }
  return { ok: true, given };
}

/** Takes away what need not be there: until=none. */
export const NONE = 'none';

/** A whole number, as it is written. */
export const isNumberIn = (text: string, least: number, most: number): boolean =>
  /^\d{1,3}$/.test(text) && +text >= least && +text <= most;
