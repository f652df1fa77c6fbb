import { resolve } from 'node:path';

/** Codes of a disk that takes nothing from this user. */
const DENIED = new Set(['EACCES', 'EPERM', 'EROFS']);
/** PostgreSQL's own code for it. */
const DISK_FULL = '53100';
/** What PostgreSQL puts before a line of its log: time and process. */
const LOG_HEAD = /^[\d-]+ [\d:.]+ \w+ \[\d+\] /;
/** What Node, PostgreSQL and initdb say where there is no room; initdb says it among much else. */
const FULL = /no space left on device|disk quota exceeded|check free disk space|\bENOSPC\b|\bEDQUOT\b/i;

/**
 * Why the disk stands in the way of a start, for the person who can mend it; undefined if it does not.
 * `dataDir`: where the site keeps what it writes; undefined if the database that complains keeps it elsewhere.
 */
export function explainDisk(error: unknown, dataDir: string | undefined): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path } = error as NodeJS.ErrnoException;
  const line = error.message.split('\n').find((each) => FULL.test(each));
  const said = line ?? (code === DISK_FULL ? error.message : undefined);
  if (said !== undefined) {
    const file = path ?? dataDir;
    const place = file === undefined ? 'on the disk of the database' : `where ${resolve(file)} is`;
    return `The disk is full: make room ${place}, and start again.\n(${said.trim().replace(LOG_HEAD, '')})`;
  }
  if (path === undefined || !DENIED.has(code ?? '')) return undefined;
  return `${resolve(path)} cannot be used: this user may not (${code}).`;
}
