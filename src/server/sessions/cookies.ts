import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../runtime/config.ts';
import type { Tokens } from './tokens.ts';

type Https = Pick<Config, 'https'>;

/** A day, as long as the attempt lives. */
const ATTEMPT_SECONDS = 24 * 60 * 60;
/** 180 days. */
const BROWSER_SECONDS = 180 * 24 * 60 * 60;

/** Over https the browser itself refuses such a cookie from a subdomain or over http. */
const nameOf = (config: Https, name: 'access' | 'refresh' | 'attempt' | 'login' | 'browser') =>
  config.https ? `__Host-${name}` : name;

const secret = (config: Https): CookieSerializeOptions => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: config.https,
});
/** No secret: the page reads it before its first paint to show the header of a signed-in client. */
const readable = (config: Https): CookieSerializeOptions => ({ ...secret(config), httpOnly: false });
/** The name that this cookie had over https before it got its prefix. Open tabs of that release read no other. */
const FORMER_LOGIN = 'login';

const read = (request: FastifyRequest, name: string): string | null => request.cookies[name] || null;

/** The access token of a request; null if it brings none. */
export function accessTokenOf(request: FastifyRequest, config: Https): string | null {
  return read(request, nameOf(config, 'access'));
}

export function refreshTokenOf(request: FastifyRequest, config: Https): string | null {
  return read(request, nameOf(config, 'refresh'));
}

/** Names the sign-up attempt of this browser (rules.md §2). */
export function attemptTokenOf(request: FastifyRequest, config: Https): string | null {
  return read(request, nameOf(config, 'attempt'));
}

/**
 * Sets both tokens, and `login=1`, which lives and dies with the refresh token. A browser that still has that cookie
 * under its former name keeps both: a tab that was opened before an update would think it was signed out.
 */
export function setLoginCookies(
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
  if (config.https && read(reply.request, FORMER_LOGIN)) reply.setCookie(FORMER_LOGIN, '1', mark);
}

/** Expires them; no Clear-Site-Data, which would erase the theme (rules.md §2). */
export function clearLoginCookies(reply: FastifyReply, config: Https): void {
  reply.clearCookie(nameOf(config, 'access'), secret(config));
  reply.clearCookie(nameOf(config, 'refresh'), secret(config));
  reply.clearCookie(nameOf(config, 'login'), readable(config));
  if (config.https) reply.clearCookie(FORMER_LOGIN, readable(config));
}

export function setAttemptCookie(reply: FastifyReply, config: Https, token: string): void {
  reply.setCookie(nameOf(config, 'attempt'), token, { ...secret(config), maxAge: ATTEMPT_SECONDS });
}

export function clearAttemptCookie(reply: FastifyReply, config: Https): void {
  reply.clearCookie(nameOf(config, 'attempt'), secret(config));
}

/** Which accounts have signed in in this browser (known-browser.ts). Empty if none. */
export function knownBrowserOf(request: FastifyRequest, config: Https): string {
  return read(request, nameOf(config, 'browser')) ?? '';
}

/** Kept beyond signing out; an empty value takes the cookie away. */
export function setKnownBrowserCookie(reply: FastifyReply, config: Https, value: string): void {
  const name = nameOf(config, 'browser');
  if (value === '') reply.clearCookie(name, secret(config));
  else reply.setCookie(name, value, { ...secret(config), maxAge: BROWSER_SECONDS });
}
