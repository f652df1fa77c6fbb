import type { InjectOptions } from 'fastify';
import type { Access } from '#contract/call.ts';
import type { Belongings } from './belongings.ts';
import type { UnusualCost } from './cost-row.ts';

/** One way to ask one route (goals.md S1). A route without a row fails the matrix of access and that of costs (S13). */
export type Row = {
  /** Method and pattern, as the app has it. */
  readonly route: string;
  readonly access: Access;
  /** A request that names only things of the owner. */
  readonly ask: (owned: Belongings) => InjectOptions;
  /** Status for the owner; of a staff call, for a member of staff; where it needs that, unlocked. */
  readonly own: number;
  /** Status for another client with a whole profile; as for the owner if it is not given. */
  readonly other?: number;
  /** The request names something of the owner. Another client must get the same answer as for something that does not exist. */
  readonly named?: true;
  /** Open in the sandbox only, where the mailbox of the practice is a page. */
  readonly sandbox?: true;
  /** Its answer has no health data, although it asks for an unlocked session. */
  readonly is_silent?: true;
  /** What the route may cost, where that is not as usual: on one of its rows. */
  readonly cost?: UnusualCost;
};

export const get = (url: string): InjectOptions => ({ method: 'GET', url });
export const send = (method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object): InjectOptions => ({
  method,
  url,
  payload,
});
export const open = (path: string, own = 200, url = path): Row => ({
  route: `GET ${path}`,
  access: 'public',
  ask: () => get(url),
  own,
});
/** A staff call; `ask` is given where its path has a parameter or it takes a body. */
export const staff = (route: string, own = 200): Row => ({
  route,
  access: 'staff',
  ask: () => {
    const [method, url] = route.split(' ') as ['GET', string];
    return { method, url };
  },
  own,
});
/** A staff call that reads or writes health data. */
export const unlocked = (route: string, own = 200): Row => ({
  ...staff(route, own),
  access: 'staff-unlocked',
});
/** Whether only a session of staff makes this call. */
export const isStaffRow = ({ access }: Pick<Row, 'access'>): boolean =>
  access === 'staff' || access === 'staff-unlocked';

/** What a client says of themselves. */
export const PROFILE = {
  first_name: 'Renamed',
  last_name: 'Person',
  pronouns: 'they/them',
  birthdate: '1990-02-03',
  phone: '(503) 555-0100',
  address: {
    street_number: '1420',
    route: 'SE Taylor Street',
    subpremise: '2',
    city: 'Portland',
    state: 'OR',
    zip_code: '97214',
    unverified: true,
  },
};
