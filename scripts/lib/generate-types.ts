import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
export const TYPES_FILE = join(root, 'src/server/db/types.ts');

/** The row types of a migrated database, as they belong into src/server/db/types.ts. */
export function generateTypes(url: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sattva-types-'));
  const file = join(folder, 'types.ts');
  try {
    execFileSync(
      process.execPath,
      [
        join(root, 'node_modules/kysely-codegen/dist/cli/bin.js'),
        '--dialect=postgres',
        `--url=${url}`,
        `--out-file=${file}`,
        '--date-parser=string',
        // As pool.ts parses them: counts and cents are numbers.
        '--type-mapping={"int8":"number"}',
        '--exclude-pattern=schema_migrations',
        '--log-level=error',
      ],
      { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const body = readFileSync(file, 'utf8').replace(/^\/\*\*[\s\S]*?\*\/\s*/, '');
    const words = 'Generated from the migrated database by `npm run db-types`. Do not edit.';
    return execFileSync(
      process.execPath,
      [join(root, 'node_modules/prettier/bin/prettier.cjs'), '--stdin-filepath', TYPES_FILE],
      { cwd: root, encoding: 'utf8', input: `// ${words}\n\n${body}` },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
