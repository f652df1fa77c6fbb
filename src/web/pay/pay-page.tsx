import { useParams } from 'react-router';
import { useHydrated } from '#web/client/use-form-values.ts';
import { pageMeta } from '#web/layout/page-meta.ts';
import { PayForm, Waiting } from '#web/pay/pay-form.tsx';
import { Cancelled, Thanks } from '#web/pay/returned.tsx';
import type { Route } from './+types/pay-page.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Pay for your session', noIndex: true });

/** Whoever has the link may pay, so no other site may learn its address. */
export const headers: Route.HeadersFunction = () => ({
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
});

/** What a payment link opens. The payment page returns to /pay/thanks and /pay/cancelled, since it never has the link. */
export default function PayPage() {
  const { token = '' } = useParams();
  // The server renders one page for every link, so that the first rendering knows none.
  const hydrated = useHydrated();
  if (!hydrated) return <Waiting />;
  if (token === 'thanks') return <Thanks />;
  if (token === 'cancelled') return <Cancelled />;
  return <PayForm token={token} />;
}
