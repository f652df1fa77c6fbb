import type { FastifyInstance } from 'fastify';
import { PUBLIC_ROWS } from './public-routes.ts';
import { CLIENT_BOOKING_ROWS } from './client-booking-routes.ts';
import { CLIENT_RECORD_ROWS } from './client-record-routes.ts';
import { STAFF_IDENTITY_ROWS } from './staff-identity-routes.ts';
import { STAFF_CLIENT_ROWS } from './staff-client-routes.ts';
import { STAFF_HEALTH_ROWS } from './staff-health-routes.ts';
import { STAFF_MONEY_ROWS } from './staff-money-routes.ts';
import { STAFF_SETTINGS_ROWS } from './staff-settings-routes.ts';
import { STAFF_BOOKING_ROWS } from './staff-booking-routes.ts';
import { STAFF_OFFER_ROWS } from './staff-offer-routes.ts';
import { STAFF_PLACEMENT_ROWS } from './staff-placement-routes.ts';
import type { Row } from './route-row.ts';

/** Every route of the app (goals.md S1, S13). One that no row asks fails both matrices. */
export const ROWS: readonly Row[] = [
  ...PUBLIC_ROWS,
  ...CLIENT_BOOKING_ROWS,
  ...CLIENT_RECORD_ROWS,
  ...STAFF_IDENTITY_ROWS,
  ...STAFF_HEALTH_ROWS,
  ...STAFF_BOOKING_ROWS,
  ...STAFF_OFFER_ROWS,
  ...STAFF_SETTINGS_ROWS,
  ...STAFF_MONEY_ROWS,
  ...STAFF_CLIENT_ROWS,
  ...STAFF_PLACEMENT_ROWS,

  // last, for it takes everything with it
  {
    route: 'DELETE /auth/delete-user',
    access: 'session',
    ask: ({ user_id }) => ({
      method: 'DELETE',
      url: '/auth/delete-user',
      payload: { user_id, id: user_id },
    }),
    own: 200,
    cost: { ends: true, client: { mails: 1, rows: 4 } },
  },
];

/** Every "METHOD /pattern" that the app answers, from its own router; HEAD goes with GET. */
export function routesOf(app: FastifyInstance): string[] {
  const found: string[] = [];
  const above: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^((?:[│ ] {3})*)[├└]── (\S+) \(([A-Z, ]+)\)$/u.exec(line);
    if (!match) continue;
    const [, indent = '', part = '', methods = ''] = match;
    const depth = indent.length / 4;
    const start = above[depth - 1] ?? '';
    // A wildcard is printed without the slash before it.
    const path = part === '*' ? `${start}/*` : start + part;
    above.length = depth;
    above[depth] = path;
    for (const method of methods.split(', ')) if (method !== 'HEAD') found.push(`${method} ${path}`);
  }
  return found;
}
