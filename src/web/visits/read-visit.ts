import { practice } from '#content/public/practice.ts';
import { visitPage } from '#contract/client.calls.ts';
import type { PaymentLine } from '#contract/payment-links.schemas.ts';
import type { VisitPage } from '#contract/visits.schemas.ts';
import { zoneNames } from '#domain/time/zone.ts';
import type { PagesContext } from '#web/api/pages-context.ts';
import { urlOf } from '#web/api/send.ts';

/** What the page of a visit shows, or why it shows nothing. */
export type VisitAnswer =
  | {
      page: VisitPage;
      /** 'PDT': the server's name, since browsers may know another. */
      zone_names: string;
    }
  | { refusal: { code: string; message: string } };

/** The call whose answer the page of a visit shows. */
export const visitCallOf = (token: string): string => urlOf(visitPage, { params: { token } });

/** For the loader alone: reads what the page of a visit shows. */
export async function readVisit(
  callApi: PagesContext['callApi'],
  token: string,
): Promise<{ status: number; answer: VisitAnswer }> {
  const { status, body } = await callApi(visitCallOf(token));
  if (status === 200) {
    const page = body as VisitPage;
    const owed = page.payment.lines.filter(isOwed).map(({ start_time }) => start_time);
    return { status, answer: { page, zone_names: zoneNames(owed, practice.zone) } };
  }
  const { code = '', message = '' } = (body ?? {}) as { code?: string; message?: string };
  return { status, answer: { refusal: { code, message } } };
}

/** False for a line that was paid in the meantime. */
export const isOwed = ({ balance_cents, price_range }: PaymentLine): boolean =>
  balance_cents > 0 || price_range !== null;
