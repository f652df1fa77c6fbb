import { practice } from '#content/public/practice.ts';
import { paymentLink } from '#contract/client.calls.ts';
import type { PaymentLink } from '#contract/payment-links.schemas.ts';
import { zoneNames } from '#domain/time/zone.ts';
import type { PagesContext } from '#web/api/pages-context.ts';
import { urlOf } from '#web/api/send.ts';

/** What a payment link asks for, or why it is not shown. */
export type LinkAnswer =
  | {
      link: PaymentLink;
      /** 'PDT': the server's name, since browsers may know another. */
      zone_names: string;
    }
  | { refusal: { code: string; message: string } };

/** The call whose answer the page of a payment link shows. */
export const linkCallOf = (token: string): string => urlOf(paymentLink, { params: { token } });

/** For the loader alone: reads what a payment link asks for. */
export async function readLink(
  callApi: PagesContext['callApi'],
  token: string,
): Promise<{ status: number; answer: LinkAnswer }> {
  const { status, body } = await callApi(linkCallOf(token));
  if (status === 200) {
    const link = body as PaymentLink;
    const owed = link.lines.filter(isOwed).map(({ start_time }) => start_time);
    return { status, answer: { link, zone_names: zoneNames(owed, practice.zone) } };
  }
  const { code = '', message = '' } = (body ?? {}) as { code?: string; message?: string };
  return { status, answer: { refusal: { code, message } } };
}

/** False for a line that was paid in the meantime. */
export const isOwed = ({ balance_cents, price_range }: PaymentLink['lines'][number]): boolean =>
  balance_cents > 0 || price_range !== null;
