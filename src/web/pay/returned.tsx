import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { LotusArt } from '#web/art/lotus-art.tsx';
import { FallenLeafArt } from '#web/art/fallen-leaf-art.tsx';
import { openedLink } from '#web/pay/opened-link.ts';
import { linkQuery } from '#web/pay/queries.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

const never = () => () => undefined;

/** The link of this tab, once the page is in the browser: undefined before. */
const useOpenedLink = (): string | null | undefined =>
  useSyncExternalStore<string | null | undefined>(never, openedLink, () => undefined);

/** After the payment. The site books it when the provider says so, so the page waits for that if it knows the link. */
export function Thanks() {
  const token = useOpenedLink();
  const query = useQuery({ ...linkQuery(token ?? '', { until_paid: true }), enabled: Boolean(token) });
  if (query.data?.total_cents === 0) return <Paid text="Your payment has arrived. Nothing is left to pay." />;
  return <Paid text="Your payment is on its way to us. An e-mail follows as soon as it has arrived." />;
}

/** Nothing is left: the payment has arrived, or the link was opened again. */
export function Paid({ text }: { text: string }) {
  return (
    <div className="wrap quiet">
      <div className="art">
        <LotusArt />
      </div>
      <h1>Thank you!</h1>
      <p role="status">{text}</p>
      <LinkButton to="/profile/schedule">Open my schedule</LinkButton>
    </div>
  );
}

/** The client left the payment page without paying. */
export function Cancelled() {
  const token = useOpenedLink();
  return (
    <div className="wrap quiet">
      <div className="art">
        <FallenLeafArt />
      </div>
      <h1>Nothing was paid</h1>
      <p>Your booking stays. You can pay by the link in our e-mail, or at your visit.</p>
      {token ? (
        <LinkButton to={`/pay/${token}`}>Back to the payment</LinkButton>
      ) : (
        <LinkButton to="/profile/schedule">Open my schedule</LinkButton>
      )}
    </div>
  );
}
