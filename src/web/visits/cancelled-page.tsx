import { Suspense } from 'react';
import { hydrateOnInteraction } from '#web/layout/hydrate-on-interaction.ts';
import { pageMeta } from '#web/layout/page-meta.ts';
import { useOpenedLink } from '#web/visits/opened-link.ts';
import { privateHeaders } from '#web/layout/private-headers.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import type { Route } from './+types/cancelled-page.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Nothing was paid', noIndex: true });

export const headers: Route.HeadersFunction = privateHeaders;

const FallenLeafArt = hydrateOnInteraction(async () => (await import('#web/art/leaf.tsx')).FallenLeafArt);
/** Its code is in one file with the parts of most screens (P11). Always the same element: a new one would load it at once. */
const DRAWING = (
  <Suspense>
    <FallenLeafArt />
  </Suspense>
);

/** The client left the payment page without paying. */
export default function CancelledPage() {
  const token = useOpenedLink();
  return (
    <div className="wrap quiet">
      <div className="art">{DRAWING}</div>
      <h1>Nothing was paid</h1>
      <p>
        Your booking stays, and a time that was offered to you is held a little longer. You can pay later, on
        your schedule or by the link in our e-mail if you got one.
      </p>
      {token ? (
        // Not fetched ahead: that would count as reading the link, and the answer may not be kept.
        <LinkButton to={`/visit/${token}`} prefetch="none">
          Back to the payment
        </LinkButton>
      ) : (
        <LinkButton to="/profile/schedule">Open my schedule</LinkButton>
      )}
    </div>
  );
}
