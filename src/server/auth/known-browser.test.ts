import { describe, expect, it } from 'vitest';
import {
  forgetBrowser,
  idOfSignInPass,
  knownIdOf,
  makeSignInPass,
  rememberBrowser,
} from './known-browser.ts';

const SECRET = 'a secret of tests, long enough to be one';
const [MAREN, TOMAS] = ['maren@example.com', 'tomas@example.com'];

describe('the cookie of a known browser', () => {
  it('keeps its id for an address, and a new one for each other address and browser', () => {
    const first = rememberBrowser(SECRET, '', MAREN);
    const id = knownIdOf(SECRET, first, MAREN);
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(rememberBrowser(SECRET, first, MAREN)).toBe(first);
    const both = rememberBrowser(SECRET, first, TOMAS);
    expect(knownIdOf(SECRET, both, MAREN)).toBe(id);
    expect(knownIdOf(SECRET, both, TOMAS)).not.toBe(id);
    expect(knownIdOf(SECRET, rememberBrowser(SECRET, '', MAREN), MAREN)).not.toBe(id);
  });

  it('counts as none for another address, with another secret, forged or broken', () => {
    const cookie = rememberBrowser(SECRET, '', MAREN);
    expect(knownIdOf(SECRET, cookie, TOMAS)).toBeNull();
    expect(knownIdOf(`${SECRET}!`, cookie, MAREN)).toBeNull();
    for (let at = 0; at < cookie.length; at += 1) {
      const other = cookie[at] === 'A' ? 'B' : 'A';
      const forged = cookie.slice(0, at) + other + cookie.slice(at + 1);
      // The last character of 32 bytes holds two bits that mean nothing.
      if (at < cookie.length - 1) expect([at, knownIdOf(SECRET, forged, MAREN)]).toEqual([at, null]);
    }
    for (const broken of ['', '.', '~', 'x'.repeat(5000), `${cookie}.`, cookie.slice(1)]) {
      expect(knownIdOf(SECRET, broken, MAREN)).toBeNull();
    }
  });

  it('holds three addresses, the last ones, and forgets one alone', () => {
    const people = ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'];
    const cookie = people.reduce((before, email) => rememberBrowser(SECRET, before, email), '');
    expect(people.map((email) => knownIdOf(SECRET, cookie, email) !== null)).toEqual([
      false,
      true,
      true,
      true,
    ]);
    const left = forgetBrowser(SECRET, cookie, 'c@example.com');
    expect(people.map((email) => knownIdOf(SECRET, left, email) !== null)).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(forgetBrowser(SECRET, rememberBrowser(SECRET, '', MAREN), MAREN)).toBe('');
  });
});

describe('the pass after a new password', () => {
  const now = new Date('2026-03-02T17:00:00Z');
  const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

  it('holds for its address and less than ten minutes, and cannot be forged', () => {
    const pass = makeSignInPass(SECRET, MAREN, now);
    expect(pass.length).toBeLessThanOrEqual(200);
    expect(idOfSignInPass(SECRET, pass, MAREN, after(9.99))).toMatch(/^[\w-]{22}$/);
    expect(idOfSignInPass(SECRET, pass, MAREN, after(10))).toBeNull();
    expect(idOfSignInPass(SECRET, pass, TOMAS, now)).toBeNull();
    const later = pass.replace(/^\d+/, (until) => String(Number(until) + 1));
    expect(idOfSignInPass(SECRET, later, MAREN, now)).toBeNull();
    expect(idOfSignInPass(SECRET, 'x', MAREN, now)).toBeNull();
    // Nor is an entry of the cookie one.
    expect(idOfSignInPass(SECRET, `1.${rememberBrowser(SECRET, '', MAREN)}`, MAREN, new Date(0))).toBeNull();
  });
});
