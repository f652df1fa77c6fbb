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
  const { onLoginChange, syncLogin } = await import('#web/client/session-mark.ts');
  const changed = vi.fn();
  onLoginChange(changed);
  return { changed, syncLogin };
}

it.each([
  ['a visitor', ''],
  ['a client', 'theme=x; login=1'],
  ['a client over https', 'theme=x; __Host-login=1'],
])(
  'the first answer to %s changes nothing, so nothing that is on its way is forgotten',
  async (_who, cookie) => {
    const { changed, syncLogin } = await opened(cookie);
    syncLogin();
    expect(changed).not.toHaveBeenCalled();
    expect(toggleAttribute).toHaveBeenLastCalledWith('data-login', cookie !== '');
  },
);

it('signing in and out are told, once each', async () => {
  const { changed, syncLogin } = await opened('');
  document.cookie = 'login=1';
  syncLogin();
  syncLogin();
  expect(changed).toHaveBeenCalledTimes(1);
  document.cookie = '';
  syncLogin();
  expect(changed).toHaveBeenCalledTimes(2);
});
