import type { Practice } from './command.ts';

/** The text of a file that a command names, or why there is none. */
export async function givenFile(
  { readFile }: Pick<Practice, 'readFile'>,
  path: string,
): Promise<{ ok: true; text: string } | { ok: false; message: string }> {
  try {
    return { ok: true, text: await readFile(path) };
  } catch {
    return { ok: false, message: `The file ${path} cannot be read.` };
  }
}
