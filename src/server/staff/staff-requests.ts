import type { FastifyReply, FastifyRequest } from 'fastify';
import { knownIdOf, rememberBrowser } from '../auth/known-browser.ts';
import type { Deps } from '../deps.ts';
import type { Refusal } from '../http/refusal.ts';
import { deliverSoon } from '../mail/send-mail.ts';
import type { SignInSource } from '../ports/identity.ts';
import { networkOf } from '../runtime/network.ts';
import { browserName } from '../sessions/browser-name.ts';
import { knownBrowserOf, setKnownBrowserCookie } from '../sessions/cookies.ts';
import { setStaffCookie, type StaffMember, staffTokenOf } from '../sessions/staff-session.ts';
import { presentMe } from './present-me.ts';
import { countedAs } from './sign-in.ts';
import { selectEmails } from './store.ts';
import type { StaffBrowser } from './start-session.ts';

export type StaffRequests = ReturnType<typeof staffRequests>;

/** What the calls of staff identity read from a request and set on a reply. */
export function staffRequests(deps: Deps) {
  const { config } = deps;
  /** A client with the same address is another account, so its browsers are not known here. */
  const knownAs = (request: FastifyRequest, email: string): string | null =>
    knownIdOf(config.app_secret, knownBrowserOf(request, config), countedAs(email));
  return {
    sourceOf: (request: FastifyRequest, email: string): SignInSource => {
      const id = knownAs(request, email);
      return id === null ? { known: false, network: networkOf(request.ip).network } : { known: true, id };
    },
    /** The id under which any member has signed in with this browser, where no address is typed; null if none has. */
    knownToAnyMember: async (request: FastifyRequest): Promise<string | null> => {
      if (knownBrowserOf(request, config) === '') return null;
      for (const email of await selectEmails(deps.db)) {
        const id = knownAs(request, email);
        if (id !== null) return id;
      }
      return null;
    },
    browserOf: (request: FastifyRequest, { known }: SignInSource): StaffBrowser => ({
      device: browserName(request.headers['user-agent']) ?? 'Unknown browser',
      is_known: known,
      token: staffTokenOf(request, config),
    }),
    /** Records a refusal by a lock in the security log. */
    recordLock: (refusal: Refusal, request: FastifyRequest, email: string, source: SignInSource): Refusal => {
      if (refusal.code === 'LimitExceededException') {
        deps.security.record('sign-in.locked', { ip: request.ip, account: countedAs(email) });
        deps.metrics.signInsRefused.inc({ source: source.known ? 'browser' : 'network' });
      }
      return refusal;
    },
    /** Signs the browser in and remembers it as one that this member uses. */
    setSession: (request: FastifyRequest, reply: FastifyReply, email: string, token: string): void => {
      setStaffCookie(reply, config, token);
      const known = rememberBrowser(config.app_secret, knownBrowserOf(request, config), countedAs(email));
      setKnownBrowserCookie(reply, config, known);
      deliverSoon(deps);
    },
    meOf: (member: StaffMember) => presentMe(member, config),
  };
}
