/** The same server, another database. */
export function databaseUrl(url: string, database: string): string {
  // The embedded one's address has no host ("postgres://user@/name?host=…"), which URL refuses.
  return url.replace(/^([a-z]+:\/\/[^/]*\/)[^?]*/, `$1${database}`);
}
