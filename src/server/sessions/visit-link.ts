import { bookingToken, isSameToken, type Site } from './join-link.ts';

/** A visit and the address in its client's record. With another address there, links that were mailed end (decision 0065). */
type Mailed = { id: string; email: string };

const tokenOf = (app_secret: string, { id, email }: Mailed): string =>
  bookingToken(app_secret, 'visit', id, email);

/** Whether this token opens the page of this visit. */
export const opensVisit = ({ app_secret }: Pick<Site, 'app_secret'>, token: string, visit: Mailed): boolean =>
  isSameToken(token, tokenOf(app_secret, visit));

/** The path of a visit's page, by which its client needs no session. */
export const visitPath = ({ app_secret }: Pick<Site, 'app_secret'>, visit: Mailed): string =>
  `/visit/${tokenOf(app_secret, visit)}`;

/** Adds the page of the visit to what is mailed to a client without a login; null with one, whose schedule has it. */
export const withVisitUrl =
  (site: Site, { email, has_login }: { email: string; has_login: boolean }) =>
  <B extends { id: string }>(booking: B): B & { visit_url: string | null } => ({
    ...booking,
    visit_url: has_login ? null : site.site_url + visitPath(site, { id: booking.id, email }),
  });
