import { JSON_LIMIT } from '#contract/call.ts';
import type { TestApp, TestSession, TestStaff } from '../../support/app.ts';
import type { Belongings } from './belongings.ts';
import type { Ask, Cost, MakeAsk } from './measure-cost.ts';

/** Most that a request may cost (goals.md S13, docs/security.md); a figure that is not named has no limit of its own. */
export type CostLimits = Readonly<Omit<Cost, 'status'>>;
/** What the rows are asked with. */
export type CostWorld = {
  site: TestApp;
  owned: Belongings;
  client: TestSession;
  staff: TestStaff;
  /** A client with many past bookings, each with the largest note, and with the largest answers to forms. */
  heavy: TestSession;
  agenda: FullAgenda;
  /** A visit of the heavy client with the largest note, after one with another; the largest note is pinned, too. */
  heavy_notes: string;
};
/** Dates that are booked up; a booking with a long history; a large class, as in its address. */
export type FullAgenda = { from: string; to: string; booking_id: string; roster: string };
/** The costs of one route or page. */
export type CostRow = {
  /** Method and pattern as the app has it; `PAGE /pattern` for a page. */
  readonly route: string;
  readonly stranger: CostLimits;
  /** For a signed-in client; in staff calls for a member of staff. */
  readonly client: CostLimits;
  /** The worst requests of this route, in addition to those that every route gets. The cookie of the actor is added. */
  readonly worst?: (world: CostWorld) => Record<string, MakeAsk>;
  /** It ends the session or the account: each request is another client's. */
  readonly ends?: true;
  /** A page that is in no cache: at most one rendering of a page in 15 seconds, for everybody together. */
  readonly rendering?: CostLimits;
  /** These are asked by the client alone, and may bring a cookie of their own. */
  readonly worstOfClient?: (world: CostWorld) => Record<string, MakeAsk>;
};

/** The head of a request has at most 16 KB; two pieces of the connection are read before reading stops. */
export const UNREAD_BYTES = (16 + 2 * 64) * 1024;
const STRANGER: CostLimits = {
  bytes_read: UNREAD_BYTES,
  loop_ms: 10,
  memory_mb: 1,
  provider_requests: 0,
  mails: 0,
  rows: 0,
};
const CLIENT: CostLimits = {
  bytes_read: UNREAD_BYTES + JSON_LIMIT,
  loop_ms: 100,
  memory_mb: 32,
  provider_requests: 0,
  mails: 0,
  rows: 0,
};
/** A mail, the code in it, and how often it was asked for. */
export const ONE_MAIL = { mails: 1, rows: 6 };
/** One rendering serves all visitors for 15 seconds, so it belongs to no single request. */
export const RENDERING: CostLimits = { ...STRANGER, loop_ms: 50, memory_mb: 8 };

/**
 * The largest file of an export: 59 MB of sealed data go to its worker and 35 MB of zip come from it in pieces through this
 * thread, over seconds, once at a time in a process.
 */
export const EXPORT = { loop_ms: 250 };

/** Everything, as files: likewise, for as long as it takes, once at a time for the practice. A row for each client says so. */
export const EVERYTHING = { loop_ms: 2000, rows: 200 };

/** What is unusual in the costs of a route. */
export type UnusualCost = {
  stranger?: Partial<CostLimits>;
  client?: Partial<CostLimits>;
} & Pick<CostRow, 'worst' | 'worstOfClient' | 'ends'>;

/** A row with the usual limits; those that differ are named. */
export function row(route: string, more: UnusualCost = {}): CostRow {
  const { stranger, client, ...worst } = more;
  return { route, stranger: { ...STRANGER, ...stranger }, client: { ...CLIENT, ...client }, ...worst };
}

/** A request with a JSON body. */
export const json = (method: string, url: string, body: object): Ask => ({
  method,
  url,
  body: JSON.stringify(body),
});
/** As this client. */
export const as = ({ access }: TestSession) => ({ cookie: `access=${access}` });
