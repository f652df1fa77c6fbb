import type { VersionWatch } from './watch-versions.ts';
import type { PageAddress } from './page-address.ts';
import { UNKNOWN_PATH } from './page-address.ts';
import type { Page } from './page-answer.ts';

const MOST_PAGES = 200;
/** Of all pages in all codings: a page has about 130 kB, 50 more when compressed. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Renderings of one page for different values in its address that are kept at once. */
const MOST_VARIANTS = 20;
/** Nothing but the content is known to change such a page; a page that is older is rendered again all the same. */
const LONGEST_MS = 10 * 60_000;

/** A page as it was just rendered. */
export interface Rendering {
  readonly page: Page;
  /** Everything that it shows changes with the versions of the content, not with the time. */
  readonly isVersioned: boolean;
}

interface Entry {
  readonly page: Promise<Page>;
  /** Null while it is being rendered. */
  made: Page | null;
  readonly bare: string;
  /** Of all public content when its rendering began. */
  readonly versions: string;
  until: number;
  usedAt: number;
}

interface PageCache {
  /** The page if it is there and still true. */
  find(address: PageAddress): Page | null;
  /** The page; many who ask at once wait for one rendering. */
  get(address: PageAddress, render: (url: string, address: PageAddress) => Promise<Rendering>): Promise<Page>;
}

/**
 * Keeps good pages until the content changes, and those that change with the time for `keepMs`. A page is rendered for
 * a few values of its address at a time, and once for everything of its kind that is not there.
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
        // What has not changed keeps its compressed forms.
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

/** A page for one of many values in its address: few visitors are sent it. */
const isVariant = ({ full, bare, isKnown }: PageAddress): boolean => full !== bare && !isKnown;

/** Runs one piece of work after the other, so that compressing leaves threads for everything else. */
function oneAtATime(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (work) => (last = last.then(work).catch(() => undefined));
}
