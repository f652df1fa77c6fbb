import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A text in the format of the project. The name at the end of `path` says which language it is in. */
export function formatText(path: string, text: string): string {
  const formatter = join(root, 'node_modules/oxfmt/bin/oxfmt');
  return execFileSync(process.execPath, [formatter, '--stdin-filepath', path], {
    cwd: root,
    encoding: 'utf8',
    input: text,
  });
}
