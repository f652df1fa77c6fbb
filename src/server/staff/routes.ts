import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { securityRoutes } from './security-routes.ts';
import { setUpRoutes } from './set-up-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { staffRequests } from './staff-requests.ts';
import { unlockRoutes } from './unlock-routes.ts';

/** Sign-in, set-up and security of staff, and unlocking health data (rules.md §9). */
export function staffRoutes(app: FastifyInstance, deps: Deps): void {
  const requests = staffRequests(deps);
  signInRoutes(app, deps, requests);
  passkeyRoutes(app, deps, requests);
  setUpRoutes(app, deps, requests);
  securityRoutes(app, deps, requests);
  unlockRoutes(app, deps, requests);
}
