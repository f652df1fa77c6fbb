import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { EVERY_CALL } from '../support/every-call.ts';

const fileOf = (name: string) => readFileSync(join(import.meta.dirname, '../../deploy', name), 'utf8');
const PROXY = fileOf('nginx-proxy.conf').replaceAll(/#.*$/gm, '');

type Location = { how: '' | '=' | '~'; pattern: string; directives: string };
const LOCATIONS: Location[] = [...PROXY.matchAll(/^location (?:(=|~) )?(\S+) \{([^}]*)\}/gm)].map(
  ([, how, pattern, directives]) => ({
    how: (how ?? '') as Location['how'],
    pattern: pattern!,
    directives: directives!,
  }),
);

/** The location that nginx takes: an exact one, the first pattern that matches, the longest beginning. */
function locationOf(path: string, locations = LOCATIONS): Location {
  const of = (how: Location['how']) => locations.filter((location) => location.how === how);
  const beginnings = of('').filter(({ pattern }) => path.startsWith(pattern));
  return (
    of('=').find(({ pattern }) => pattern === path) ??
    of('~').find(({ pattern }) => new RegExp(pattern).test(path)) ??
    beginnings.sort((a, b) => b.pattern.length - a.pattern.length)[0]!
  );
}

const SECRET = 'zorvaksecret';
const pathOf = (path: string) => path.replaceAll(/:\w+/g, SECRET);
const UNITS: Record<string, number> = { k: 1024, m: 1024 * 1024 };

/** Bytes of the largest body that a location lets through. */
function largestBody({ directives }: Location): number {
  const [, size, unit] =
    /client_max_body_size (\d+)([km]);/.exec(directives) ?? /client_max_body_size (\d+)([km]);/.exec(PROXY)!;
  return Number(size) * UNITS[unit!]!;
}

it('nginx lets through every body that a call takes', () => {
  const cut = (locations: Location[]) =>
    EVERY_CALL.filter(
      ({ path, body_limit = 64 * 1024 }) => largestBody(locationOf(pathOf(path), locations)) < body_limit,
    ).map(({ path }) => path);
  expect(cut(LOCATIONS)).toEqual([]);
  const withoutNotes = LOCATIONS.filter(({ pattern }) => !pattern.includes('session-note'));
  expect(cut(withoutNotes), 'control: without their location').toContain(
    '/api/staff/bookings/:id/session-note',
  );
});

/** Addresses that let in whoever knows them: those of the contract, and the pages that links lead to. */
const SECRET_PATHS = [
  ...EVERY_CALL.filter(({ path }) => /:(?:token|file)\b/.test(path)).map(({ path }) => pathOf(path)),
  `/pay/${SECRET}`,
  `/visit/${SECRET}`,
  `/join/${SECRET}`,
  `/staff/set-up/${SECRET}`,
  `/photos/${SECRET}.jpg`,
  `/uploads/${SECRET}`,
];
const NAMED_PATHS = ['/api/staff/clients', '/staff/clients'];

it('nginx writes no secret address and no searched name into a log', () => {
  for (const path of SECRET_PATHS)
    expect([path, locationOf(path).directives]).toEqual([
      path,
      expect.stringMatching(/access_log off;[^]*error_log \/dev\/null crit;/),
    ]);
  // The line of a request has no query, and the error log nothing of a search.
  const [, format] = /log_format sattva '([^']*)'/.exec(fileOf('nginx-limits.conf'))!;
  expect(format).toContain('$uri');
  expect(format).not.toMatch(/\$(?:args|query_string|request_uri|request\b(?!_)|http_referer|arg_)/);
  for (const path of NAMED_PATHS) expect(locationOf(path).directives).toContain('error_log /dev/null crit;');
  for (const name of ['nginx.conf', 'nginx-compose.conf']) {
    const logs = fileOf(name).match(/access_log [^;]*;/g) ?? [];
    expect(logs).toContain('access_log /var/log/nginx/access.log sattva;');
    expect(logs.every((log) => log === 'access_log off;' || log.endsWith(' sattva;'))).toBe(true);
    expect(fileOf(name).match(/\bserver \{/g)!.length).toBe(logs.length);
  }
});

test('the log of the app has no secret address and no searched name either', async () => {
  const lines: string[] = [];
  const site = await testApp({ log: (line) => lines.push(line) });
  const staff = await site.signInStaff();
  for (const path of [...SECRET_PATHS, `/api/staff/clients?q=${SECRET}`, `/staff/clients?q=${SECRET}`])
    for (const method of ['GET', 'POST', 'PUT'] as const)
      await staff.request({ method, url: path, payload: {} });
  site.app.log.warn('This line is written.');
  expect(lines.join('')).toContain('This line is written.');
  expect(lines.filter((line) => line.includes(SECRET))).toEqual([]);
});
