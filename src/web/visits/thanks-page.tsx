import { useEffect, useState } from 'react';
import { LotusArt } from '#web/art/lotus.tsx';
import { pageMeta } from '#web/layout/page-meta.ts';
import { useOpenedLink } from '#web/visits/opened-link.ts';
import { privateHeaders } from '#web/layout/private-headers.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import type { Route } from './+types/thanks-page.ts';
import { visitPage } from '#contract/client.calls.ts';
import type { VisitPage } from '#contract/visits.schemas.ts';
import { send } from '#web/api/send.ts';

/** Every question waits a quarter longer than the last: about 70 in ten minutes, and a link may be read 120 times. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 10_000;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Thank you', noIndex: true });

export const headers: Route.HeadersFunction = privateHeaders;

/** After the payment. The site books it when the provider says so, so the page waits for that if it knows the link. */
export default function ThanksPage() {
  const token = useOpenedLink();
  const hasArrived = useArrival(token);
  return (
    <div className="wrap quiet">
      <div className="art">
        <LotusArt />
      </div>
      <h1>Thank you!</h1>
      <p role="status">
        {hasArrived
          ? 'Your payment has arrived. Nothing is left to pay.'
          : 'Your payment is on its way to us. An e-mail follows as soon as it has arrived.'}
      </p>
      {token ? (
        <LinkButton to={`/visit/${token}`} prefetch="none">
          Back to my visit
        </LinkButton>
      ) : (
        <LinkButton to="/profile/schedule">Open my schedule</LinkButton>
      )}
    </div>
  );
}

/** Asks until nothing is left to pay by this link. A page in the background waits until it is looked at again. */
function useArrival(token: string | null): boolean {
  const [hasArrived, setHasArrived] = useState(false);
  useEffect(() => {
    if (token === null || hasArrived) return;
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (wait: number): Promise<void> => {
      if (!document.hidden && (await isPaid(token, left.signal))) setHasArrived(true);
      else if (!left.signal.aborted)
        timer = setTimeout(() => void ask(Math.min(LONGEST_WAIT_MS, 1.25 * wait)), wait);
    };
    void ask(FIRST_WAIT_MS);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [token, hasArrived]);
  return hasArrived;
}

/**
 * Whether nothing is left to pay by a link; a failure counts as no. It does not use `call`, whose code would bring the page
 * above P11.
 */
async function isPaid(token: string, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await send(visitPage, { params: { token } }, signal);
    return answer.ok && ((await answer.json()) as VisitPage).payment.total_cents === 0;
  } catch {
    return false;
  }
}
