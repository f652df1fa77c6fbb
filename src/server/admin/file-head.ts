import { hasControlCharacter } from '#domain/control-characters.ts';
import type { FileError } from './file-errors.ts';

/** What the head of a file may say: the words it knows, with their letters at most, and those that it cannot go without. */
type Wanted = {
  most: Readonly<Record<string, number>>;
  needed: readonly string[];
  /** Words whose value is a list: other programs write it as [a, b]. */
  lists: readonly string[];
  most_bytes: number;
  /** Shown to whoever has no such file yet. */
  example: string;
};

type FileWithHead = {
  value: (name: string) => string;
  /** The line of a word of the head, or the first one of the file. */
  lineOf: (name: string) => number;
  /** What stands below the head, and the number of its first line. */
  body: string[];
  firstLine: number;
};

/**
 * Takes a file apart: lines such as `title: words` between two lines of ---, and what stands below. Null if there is no
 * such head; errors are added to those given.
 */
export function fileWithHead(text: string, wanted: Wanted, errors: FileError[]): FileWithHead | null {
  if (Buffer.byteLength(text) > wanted.most_bytes) {
    errors.push({ line: 1, message: `The file is too long: ${wanted.most_bytes / 1000} kB at most.` });
    return null;
  }
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  errors.push(...lines.flatMap(errorOfSigns));
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---');
  if (lines[0]?.trim() !== '---' || end < 0) {
    errors.push({
      line: 1,
      message: `The file has to begin with a head between two lines of ---:\n${wanted.example}`,
    });
    return null;
  }
  const { values, lineOf } = readHead(lines.slice(1, end), wanted, errors);
  return {
    value: (name) => values.get(name) ?? '',
    lineOf: (name) => lineOf.get(name) ?? 1,
    body: lines.slice(end + 1),
    firstLine: end + 2,
  };
}

/** The head as `fileWithHead` reads it; what is empty is left out. */
export function headOf(values: readonly (readonly [name: string, value: string])[]): string {
  const lines = values.map(([name, value]) => [name, value.replace(/\s+/g, ' ').trim()] as const);
  const told = lines.filter(([, value]) => value).map(([name, value]) => `${name}: ${quoted(value)}`);
  return `---\n${told.join('\n')}\n---\n`;
}

/** What PostgreSQL and XML do not take, and what is left of a letter that was no UTF-8. */
function errorOfSigns(line: string, index: number): FileError[] {
  if (hasControlCharacter(line))
    return [{ line: index + 1, message: 'There is a sign in it that cannot be shown.' }];
  if (line.includes('\uFFFD'))
    return [{ line: index + 1, message: 'There is a sign in it that is no UTF-8. Save the file as UTF-8.' }];
  return [];
}

function readHead(lines: readonly string[], { most, needed, lists }: Wanted, errors: FileError[]) {
  const values = new Map<string, string>();
  const lineOf = new Map<string, number>();
  lines.forEach((raw, index) => {
    const line = index + 2;
    if (raw.trim() === '') return;
    const [, name, given] = /^([a-z]+)\s*:\s*(.*)$/is.exec(raw.trim()) ?? [];
    const key = name?.toLowerCase();
    if (key === undefined || !Object.hasOwn(most, key)) {
      const known = Object.keys(most);
      errors.push({
        line,
        message: `The head has lines such as ${known[0]}: words. It knows ${known.join(', ')}.`,
      });
      return;
    }
    if (values.has(key)) errors.push({ line, message: `${key} stands there twice.` });
    const value = unquoted(given!.trim(), lists.includes(key));
    if (value.length > most[key]!)
      errors.push({ line, message: `${key} is too long: ${most[key]} letters at most.` });
    values.set(key, value);
    lineOf.set(key, line);
  });
  for (const name of needed)
    if (!values.get(name))
      errors.push({ line: lineOf.get(name) ?? 1, message: `The head needs ${name}: words` });
  return { values, lineOf };
}

/** "words", as other programs write them, and [a, b] of a list. */
function unquoted(value: string, isList: boolean): string {
  const list = isList ? /^\[(.*)\]$/s.exec(value)?.[1] : undefined;
  return (/^"(.*)"$/s.exec(value)?.[1] ?? /^'(.*)'$/s.exec(value)?.[1] ?? list ?? value).trim();
}

/** Words that stand in quotes themselves keep them. */
const quoted = (value: string) => (/^(["']).*\1$/s.test(value) ? `"${value}"` : value);
