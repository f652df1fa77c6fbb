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
