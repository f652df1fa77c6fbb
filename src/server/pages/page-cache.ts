import type { VersionWatch } from './watch-versions.ts';
import { type PageAddress, UNKNOWN_PATH } from './page-address.ts';
import type { Page } from './page-answer.ts';

const MOST_PAGES = 200;
/** Limit for all pages in all encodings: a page has about 130 kB, plus 50 kB compressed. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Maximum number of cached renderings of one page with different query values. */
const MOST_VARIANTS = 20;
/** Only the content should change such a page; it is still rendered again after this time. */
const LONGEST_MS = 10 * 60_000;

/** A freshly rendered page. */
export interface Rendering {
  readonly page: Page;
  /** True if everything it shows depends on the content versions, not on the time. */
  readonly isVersioned: boolean;
}

interface Entry {
  readonly page: Promise<Page>;
  /** Null while it is being rendered. */
  made: Page | null;
  readonly bare: string;
  /** The content versions when its rendering began. */
  readonly versions: string;
  until: number;
  usedAt: number;
}

interface PageCache {
  /** The cached page if it is still valid. */
  find(address: PageAddress): Page | null;
  /** The page; concurrent requests wait for one rendering. */
  get(address: PageAddress, render: (url: string, address: PageAddress) => Promise<Rendering>): Promise<Page>;
}

/**
 * Caches successful pages until the content changes, and time-dependent ones for `keepMs`. A page is cached for a few
 * query values at a time, and missing pages of one kind share one rendering.
 */
export function createPageCache(keepMs: number, versions: VersionWatch, clock: () => Date): PageCache {
  const entries = new Map<string, Entry>();
  const inTurn = oneAtATime();

  const isTrue = (entry: Entry, known: string, now: number) => entry.versions === known && entry.until > now;
  const find = (url: string, known: string, now: number): Entry | null => {
    const entry = entries.get(url);
    if (!entry || !isTrue(entry, known, now)) return null;
    entry.usedAt = now;
    return entry;
  };
  const isVariantTooMany = (address: PageAddress, known: string, now: number): boolean => {
    if (!isVariant(address)) return false;
    const isAnother = (entry: Entry) => entry.bare === address.bare && isTrue(entry, known, now);
    return [...entries.values()].filter(isAnother).length > MOST_VARIANTS;
  };
  const makeRoom = (): void => {
    const bytes = () => [...entries.values()].reduce((sum, { made }) => sum + (made?.bytes() ?? 0), 0);
    while (entries.size > MOST_PAGES || (entries.size > 1 && bytes() > MOST_BYTES)) {
      const [leastUsed] = [...entries].reduce((a, b) => (b[1].usedAt < a[1].usedAt ? b : a));
      entries.delete(leastUsed);
    }
  };

  return {
    find(address) {
      const now = clock().getTime();
      const known = versions.current(now);
      return known === null ? null : (find(address.full, known, now)?.made ?? null);
    },
    async get(address, render) {
      const now = clock().getTime();
      const known = versions.current(now) ?? (await versions.ask(now));
      const kept = find(address.full, known, now);
      if (kept) return await kept.page;
      const isMissing = address.isKnown !== undefined && !(await address.isKnown().catch(() => true));
      const { bare } = address;
      const url = isMissing || isVariantTooMany(address, known, now) ? bare : address.full;
      const rendered = find(url, known, now);
      if (rendered) return await rendered.page;

      const before = entries.get(url)?.made;
      const rendering = render(url, address);
      const keep = ({ page, isVersioned }: Rendering): Page => {
        // An unchanged page keeps its compressed forms.
        const made = before?.hash === page.hash ? before : page;
        const isGood = page.status === 200 || isMissing || url === UNKNOWN_PATH;
        if (!isGood || keepMs <= 0) return forget(made);
        entry.made = made;
        if (isVariant(address)) return made;
        if (isVersioned) entry.until = Math.max(entry.until, now + LONGEST_MS);
        void inTurn(async () => {
          if (entries.get(url) === entry) await made.compressWell();
          makeRoom();
        });
        return made;
      };
      const forget = <T>(left: T): T => {
        if (entries.get(url) === entry) entries.delete(url);
        return left;
      };
      const entry: Entry = {
        page: rendering.then(keep),
        made: null,
        bare,
        versions: known,
        until: now + keepMs,
        usedAt: now,
      };
      entry.page.catch(forget);
      entries.set(url, entry);
      makeRoom();
      return await entry.page;
    },
  };
}

/** Whether the page has query values of its own, so that it has few visitors. */
const isVariant = ({ full, bare, isKnown }: PageAddress): boolean => full !== bare && !isKnown;

/** Runs tasks one after the other, so that compression leaves threads for other work. */
function oneAtATime(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (work) => (last = last.then(work).catch(() => undefined));
}
