import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { PRE_PAINT_SCRIPT } from '#web/layout/theme.ts';

/** Runs the script of the head in a browser with this storage, system and cookie. */
function painted({
  stored,
  systemDark = false,
  cookie = '',
  hash = '',
  navigation = 'navigate',
  paints = ['first-paint', 'first-contentful-paint'],
}: {
  stored?: string | null;
  systemDark?: boolean;
  cookie?: string;
  hash?: string;
  navigation?: string;
  /** The paints that the browser has reported by the end; null: it reports none. */
  paints?: readonly string[] | null;
}) {
  const dataset: Record<string, string> = {};
  const later: (() => void)[] = [];
  runInNewContext(PRE_PAINT_SCRIPT, {
    document: { documentElement: { dataset }, cookie },
    location: { hash },
    performance: { getEntriesByType: () => [{ type: navigation }] },
    PerformanceObserver: class {
      static readonly supportedEntryTypes = paints ? ['navigation', 'paint'] : ['navigation'];
      readonly report: (list: { getEntriesByName: (name: string) => string[] }) => void;
      constructor(report: (list: { getEntriesByName: (name: string) => string[] }) => void) {
        this.report = report;
      }
      observe() {
        for (const paint of paints ?? [])
          this.report({ getEntriesByName: (name) => [paint].filter((each) => each === name) });
      }
    },
    addEventListener: () => undefined,
    requestAnimationFrame: (next: () => void) => later.push(next),
    setTimeout: (next: () => void) => later.push(next),
    matchMedia: () => ({ matches: systemDark }),
    localStorage: {
      getItem: (key: string) => {
        if (stored === undefined) throw new Error('storage is not allowed');
        return key === 'theme' ? stored : null;
      },
    },
  });
  const atOnce = { ...dataset };
  for (let next = later.shift(); next; next = later.shift()) next();
  return { atOnce, later: dataset };
}

describe('before the first paint', () => {
  it.each([
    ['dark', false, 'dark'],
    ['light', true, 'light'],
    [null, true, 'dark'],
    [null, false, 'light'],
    ['"dark"', false, 'light'],
  ] as const)('stored %s with a dark system %s shows %s', (stored, systemDark, theme) => {
    expect(painted({ stored, systemDark }).atOnce.theme).toBe(theme);
  });

  it('follows the system when storage is not allowed', () => {
    expect(painted({ stored: undefined, systemDark: true }).atOnce.theme).toBe('dark');
  });

  it.each([
    ['login=1', true],
    ['a=b; login=1; c=d', true],
    ['a=b; __Host-login=1; c=d', true],
    ['', false],
    ['login=', false],
    ['xlogin=1', false],
    ['x__Host-login=1', false],
    ['login=12', false],
  ])('with the cookies %j the page is marked as signed in: %s', (cookie, marked) => {
    expect('signedIn' in painted({ stored: null, cookie }).atOnce).toBe(marked);
  });

  it.each([
    ['', 'navigate', true],
    ['#faq', 'navigate', false],
    ['', 'back_forward', false],
    ['', 'reload', false],
  ])('at the anchor %j by %s the page is marked as a first load: %s', (hash, navigation, firstLoad) => {
    expect('firstLoad' in painted({ stored: null, hash, navigation }).atOnce).toBe(firstLoad);
  });

  it.each([
    ['nothing', [], undefined, undefined],
    ['only the background', ['first-paint'], undefined, undefined],
    ['text', ['first-paint', 'first-contentful-paint'], 'text', 'drawing'],
    ['something that it does not report', null, 'text', 'drawing'],
  ])('after a browser has painted %s, data-paint is %s, and one frame later %s', (_, paints, first, then) => {
    const { atOnce, later } = painted({ stored: null, paints });
    expect([atOnce.paint, later.paint]).toEqual([first, then]);
  });

  it('has no character that React would escape', () => {
    expect(PRE_PAINT_SCRIPT).not.toMatch(/["'&<>]/);
  });
});
