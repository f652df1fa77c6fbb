import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from './make-folder.ts';

type Secrets = { app_secret: string; master_key: Buffer };
type Given = { APP_SECRET?: string; MASTER_KEY?: string; DATA_DIR: string };

const FILE = 'secrets.json';
const KEY_BYTES = 32;

/**
 * Returns the secrets of the environment. Missing ones are created once and stored in DATA_DIR, readable by the owner
 * only. Processes that start at once on an empty folder agree on one pair.
 * @throws Error if `existing` is set and they are missing: a command next to the app must not seal with a key that the
 * app does not have
 */
export function readSecrets(
  { APP_SECRET, MASTER_KEY, DATA_DIR }: Given,
  { existing = false }: { existing?: boolean } = {},
): Secrets {
  if (APP_SECRET && MASTER_KEY) return { app_secret: APP_SECRET, master_key: Buffer.from(MASTER_KEY, 'hex') };
  const kept = existing ? secretsThere(DATA_DIR) : keptSecrets(DATA_DIR);
  return {
    app_secret: APP_SECRET ?? kept.app_secret,
    master_key: Buffer.from(MASTER_KEY ?? kept.master_key, 'hex'),
  };
}

type Kept = { app_secret: string; master_key: string };

function keptSecrets(folder: string): Kept {
  const path = join(folder, FILE);
  return readKept(path) ?? makeKept(folder, path);
}

function secretsThere(folder: string): Kept {
  const kept = readKept(join(folder, FILE));
  if (kept) return kept;
  throw new Error(
    `There are no secrets in ${resolve(folder)}. Set APP_SECRET and MASTER_KEY, or DATA_DIR, to the values that the app uses.`,
  );
}

function readKept(path: string): Kept | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const { app_secret, master_key } = parsed(text);
  if (typeof app_secret !== 'string' || !/^[0-9a-f]{64}$/i.test(master_key ?? ''))
    throw new Error(`${path} is damaged. Restore it from a backup: without it health data cannot be read.`);
  return { app_secret, master_key: master_key! };
}

/** The JSON parser's own error would show part of the text. */
function parsed(text: string): Partial<Kept> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<Kept>;
  } catch {
    return {};
  }
}

function makeKept(folder: string, path: string): Kept {
  const made: Kept = {
    app_secret: randomBytes(KEY_BYTES).toString('hex'),
    master_key: randomBytes(KEY_BYTES).toString('hex'),
  };
  makeFolder(folder);
  const draft = `${path}.${process.pid}.part`;
  writeFileSync(draft, JSON.stringify(made), { mode: 0o600 });
  try {
    // A link appears completely or not at all, and never replaces an existing file.
    linkSync(draft, path);
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readKept(path)!;
  } finally {
    rmSync(draft, { force: true });
  }
}
