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

/** The module as a page that has just been opened has it, with somebody who listens. */
async function opened(cookie: string) {
  document.cookie = cookie;
  const { onSessionChange, syncSession } = await import('#web/client/session-mark.ts');
  const changed = vi.fn();
  onSessionChange(changed);
  return { changed, syncSession };
}

it.each([
  ['a visitor', ''],
  ['a client', 'theme=x; login=1'],
  ['a client over https', 'theme=x; __Host-login=1'],
])(
  'the first answer to %s changes nothing, so nothing that is on its way is forgotten',
  async (_who, cookie) => {
    const { changed, syncSession } = await opened(cookie);
    syncSession();
    expect(changed).not.toHaveBeenCalled();
    expect(toggleAttribute).toHaveBeenLastCalledWith('data-signed-in', cookie !== '');
  },
);

it('signing in and out are told, once each', async () => {
  const { changed, syncSession } = await opened('');
  document.cookie = 'login=1';
  syncSession();
  syncSession();
  expect(changed).toHaveBeenCalledTimes(1);
  document.cookie = '';
  syncSession();
  expect(changed).toHaveBeenCalledTimes(2);
});
