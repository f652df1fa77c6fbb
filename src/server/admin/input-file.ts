import { hasControlCharacter } from '#domain/text/control-characters.ts';
import type { AdminDeps } from './command.ts';

/** The text of a file that a command names, or an error message. */
export async function readInputFile(
  { readFile }: Pick<AdminDeps, 'readFile'>,
  path: string,
): Promise<{ ok: true; text: string } | { ok: false; message: string }> {
  try {
    return { ok: true, text: await readFile(path) };
  } catch {
    return { ok: false, message: `The file ${path} cannot be read.` };
  }
}

/** An error in an input file, with its line number counted from 1. */
export type FileError = { line: number; message: string };

/** All errors are shown at once, so that the file can be fixed in one pass. */
const MAX_SHOWN = 20;

/** One line per error, in the order of the file. */
export function formatFileErrors(path: string, errors: readonly FileError[]): string {
  const sorted = errors.toSorted((one, other) => one.line - other.line);
  const lines = sorted.slice(0, MAX_SHOWN).map(({ line, message }) => `  line ${line}: ${message}`);
  if (sorted.length > MAX_SHOWN) lines.push(`  and ${sorted.length - MAX_SHOWN} more`);
  return [`Nothing was changed. Errors in ${path}:`, ...lines].join('\n');
}

/** The fields that the head of a file may have, with their maximum length, and the required ones. */
type HeadFormat = {
  most: Readonly<Record<string, number>>;
  needed: readonly string[];
  /** Fields whose value is a list; other programs write it as [a, b]. */
  lists: readonly string[];
  most_bytes: number;
  /** Shown when a file has no head. */
  example: string;
};

type FileWithHead = {
  value: (name: string) => string;
  /** The line of a field of the head, or the first line of the file. */
  lineOf: (name: string) => number;
  /** The lines below the head, and the number of the first one. */
  body: string[];
  firstLine: number;
};

/**
 * Splits a file into its head (lines such as `title: text` between two lines of ---) and its body. Null if there is no
 * such head. Errors are appended to `errors`.
 */
export function fileWithHead(text: string, format: HeadFormat, errors: FileError[]): FileWithHead | null {
  if (Buffer.byteLength(text) > format.most_bytes) {
    errors.push({ line: 1, message: `The file is too long: ${format.most_bytes / 1000} kB at most.` });
    return null;
  }
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  errors.push(...lines.flatMap(errorOfSigns));
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---');
  if (lines[0]?.trim() !== '---' || end < 0) {
    errors.push({
      line: 1,
      message: `The file has to begin with a head between two lines of ---:\n${format.example}`,
    });
    return null;
  }
  const { values, lineOf } = readHead(lines.slice(1, end), format, errors);
  return {
    value: (name) => values.get(name) ?? '',
    lineOf: (name) => lineOf.get(name) ?? 1,
    body: lines.slice(end + 1),
    firstLine: end + 2,
  };
}

/** Formats a head as `fileWithHead` reads it, without empty fields. */
export function headOf(values: readonly (readonly [name: string, value: string])[]): string {
  const lines = values.map(([name, value]) => [name, value.replace(/\s+/g, ' ').trim()] as const);
  const fields = lines.filter(([, value]) => value).map(([name, value]) => `${name}: ${quoted(value)}`);
  return `---\n${fields.join('\n')}\n---\n`;
}

/** Rejects characters that PostgreSQL and XML do not take, and replacement characters of broken UTF-8. */
function errorOfSigns(line: string, index: number): FileError[] {
  if (hasControlCharacter(line))
    return [{ line: index + 1, message: 'This line contains a control character.' }];
  if (line.includes('\uFFFD'))
    return [{ line: index + 1, message: 'This line is not valid UTF-8. Save the file as UTF-8.' }];
  return [];
}

function readHead(lines: readonly string[], { most, needed, lists }: HeadFormat, errors: FileError[]) {
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
    if (values.has(key)) errors.push({ line, message: `${key} appears twice.` });
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

/** Removes the quotes or the [brackets] of a list that other programs write. */
function unquoted(value: string, isList: boolean): string {
  const list = isList ? /^\[(.*)\]$/s.exec(value)?.[1] : undefined;
  return (/^"(.*)"$/s.exec(value)?.[1] ?? /^'(.*)'$/s.exec(value)?.[1] ?? list ?? value).trim();
}

/** A value that is itself in quotes keeps them. */
const quoted = (value: string) => (/^(["']).*\1$/s.test(value) ? `"${value}"` : value);
