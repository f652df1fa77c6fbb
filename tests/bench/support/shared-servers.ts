import type { LoadResult } from './load.ts';
import type { MeasuredServer, Site } from './site.ts';

const started = new WeakMap<Site, Promise<{ app: MeasuredServer; floor: MeasuredServer }>>();

/** The app and the bare server, started once for all rows that ask for them. */
export function sharedServers(site: Site): Promise<{ app: MeasuredServer; floor: MeasuredServer }> {
  const known = started.get(site);
  if (known) return known;
  const both = Promise.all([site.start({ kind: 'app' }), site.start({ kind: 'floor' })]).then(
    ([app, floor]) => ({ app, floor }),
  );
  started.set(site, both);
  return both;
}

/** @throws Error unless every answer was a success: a fast refusal is no figure */
export function allGood(results: readonly LoadResult[]): void {
  for (const { statuses } of results) {
    const bad = Object.keys(statuses).filter((status) => !status.startsWith('2'));
    if (bad.length > 0) throw new Error(`Answers were not all good: ${JSON.stringify(statuses)}`);
  }
}
