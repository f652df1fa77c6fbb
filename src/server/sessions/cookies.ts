import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../runtime/config.ts';
import type { Tokens } from './tokens.ts';

type Https = Pick<Config, 'https'>;

/** One day, the lifetime of a sign-up attempt. */
const ATTEMPT_SECONDS = 24 * 60 * 60;
/** 180 days. */
const BROWSER_SECONDS = 180 * 24 * 60 * 60;

/** With the prefix `__Host-` the browser refuses such a cookie from a subdomain or over http. */
const nameOf = (config: Https, name: 'access' | 'refresh' | 'attempt' | 'login' | 'browser') =>
  config.https ? `__Host-${name}` : name;

const secret = (config: Https): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: config.https,
});
/** Not a secret: the page reads it before first paint to show the signed-in header. */
const readable = (config: Https): CookieSerializeOptions => ({ ...secret(config), httpOnly: false });
/** The former name of this cookie over https, without the prefix. Open tabs of that release read no other. */
const FORMER_SESSION_COOKIE = 'login';

const read = (request: FastifyRequest, name: string): string | null => request.cookies[name] || null;

/** The access token of a request; null without one. */
export function accessTokenOf(request: FastifyRequest, config: Https): string | null {
  return read(request, nameOf(config, 'access'));
}

export function refreshTokenOf(request: FastifyRequest, config: Https): string | null {
  return read(request, nameOf(config, 'refresh'));
}

/** The token of this browser's sign-up attempt (rules.md §2); null without one. */
export function attemptTokenOf(request: FastifyRequest, config: Https): string | null {
  return read(request, nameOf(config, 'attempt'));
}

/**
 * Sets both tokens, and `login=1` with the lifetime of the refresh token. A browser that still has that cookie under its
 * former name keeps both; otherwise a tab opened before the update would appear signed out.
 */
export function setSessionCookies(
  reply: FastifyReply,
  config: Https,
  tokens: Tokens,
  times: { access_expires_at: Date; refresh_expires_at: Date },
  now: Date,
): void {
  const maxAge = (until: Date) => Math.max(1, Math.floor((until.getTime() - now.getTime()) / 1000));
  const access = { ...secret(config), maxAge: maxAge(times.access_expires_at) };
  const refresh = { ...secret(config), maxAge: maxAge(times.refresh_expires_at) };
  reply.setCookie(nameOf(config, 'access'), tokens.access, access);
  reply.setCookie(nameOf(config, 'refresh'), tokens.refresh, refresh);
  const mark = { ...readable(config), maxAge: refresh.maxAge };
  reply.setCookie(nameOf(config, 'login'), '1', mark);
  if (config.https && read(reply.request, FORMER_SESSION_COOKIE))
    reply.setCookie(FORMER_SESSION_COOKIE, '1', mark);
}

/** Expires the session cookies, without Clear-Site-Data, which would erase the theme (rules.md §2). */
export function clearSessionCookies(reply: FastifyReply, config: Https): void {
  reply.clearCookie(nameOf(config, 'access'), secret(config));
  reply.clearCookie(nameOf(config, 'refresh'), secret(config));
  reply.clearCookie(nameOf(config, 'login'), readable(config));
  if (config.https) reply.clearCookie(FORMER_SESSION_COOKIE, readable(config));
}

export function setAttemptCookie(reply: FastifyReply, config: Https, token: string): void {
  reply.setCookie(nameOf(config, 'attempt'), token, { ...secret(config), maxAge: ATTEMPT_SECONDS });
}

export function clearAttemptCookie(reply: FastifyReply, config: Https): void {
  reply.clearCookie(nameOf(config, 'attempt'), secret(config));
}

/** The cookie that lists accounts that have signed in with this browser (known-browser.ts); empty without one. */
export function knownBrowserOf(request: FastifyRequest, config: Https): string {
  return read(request, nameOf(config, 'browser')) ?? '';
}

/** The cookie outlives signing out; an empty value clears it. */
export function setKnownBrowserCookie(reply: FastifyReply, config: Https, value: string): void {
  const name = nameOf(config, 'browser');
  if (value === '') reply.clearCookie(name, secret(config));
  else reply.setCookie(name, value, { ...secret(config), maxAge: BROWSER_SECONDS });
}
