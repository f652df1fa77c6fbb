import { resolve } from 'node:path';

/** Error codes of a path that this user may not write. */
const DENIED = new Set(['EACCES', 'EPERM', 'EROFS']);
/** SQLSTATE of a full disk. */
const DISK_FULL = '53100';
/** The prefix of a line in PostgreSQL's log: time and process. */
const LOG_HEAD = /^[\d-]+ [\d:.]+ \w+ \[\d+\] /;
/** How Node, PostgreSQL and initdb report a full disk; initdb prints it among other output. */
const FULL = /no space left on device|disk quota exceeded|check free disk space|\bENOSPC\b|\bEDQUOT\b/i;

/**
 * Explains a disk error to the operator; undefined for any other error. `dataDir` is where the site writes; undefined
 * if the failing database stores its files elsewhere.
 */
export function explainDisk(error: unknown, dataDir: string | undefined): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path } = error as NodeJS.ErrnoException;
  const line = error.message.split('\n').find((each) => FULL.test(each));
  const said = line ?? (code === DISK_FULL ? error.message : undefined);
  if (said !== undefined) {
    const file = path ?? dataDir;
    const place = file === undefined ? 'on the disk of the database' : `where ${resolve(file)} is`;
    return `The disk is full. Free space ${place} and start again.\n(${said.trim().replace(LOG_HEAD, '')})`;
  }
  if (path === undefined || !DENIED.has(code ?? '')) return undefined;
  return `${resolve(path)} cannot be used: this user has no permission (${code}).`;
}
