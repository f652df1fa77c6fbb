import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const page = { cookie: '', addEventListener: vi.fn(), removeEventListener: vi.fn() };
const toggleAttribute = vi.fn();

beforeEach(() => {
  vi.resetModules();
  page.cookie = '';
  vi.stubGlobal('document', { ...page, documentElement: { toggleAttribute } });
  vi.stubGlobal('BroadcastChannel', undefined);
});
afterEach(() => vi.unstubAllGlobals());

/** The module in a newly openPage page, with one subscriber. */
async function openPage(cookie: string) {
  document.cookie = cookie;
  const { onSessionChange, syncSession } = await import('#web/api/session-mark.ts');
  const changed = vi.fn();
  onSessionChange(changed);
  return { changed, syncSession };
}

it.each([
  ['a visitor', ''],
  ['a client', 'theme=x; login=1'],
  ['a client over https', 'theme=x; __Host-login=1'],
])('the first response to %s is not a change, so pending requests are kept', async (_who, cookie) => {
  const { changed, syncSession } = await openPage(cookie);
  syncSession();
  expect(changed).not.toHaveBeenCalled();
  expect(toggleAttribute).toHaveBeenLastCalledWith('data-signed-in', cookie !== '');
});

it('notifies once of signing in and once of signing out', async () => {
  const { changed, syncSession } = await openPage('');
  document.cookie = 'login=1';
  syncSession();
  syncSession();
  expect(changed).toHaveBeenCalledTimes(1);
  document.cookie = '';
  syncSession();
  expect(changed).toHaveBeenCalledTimes(2);
});
