import '#web/ui/slider.css';

import { Suspense } from 'react';
import { data } from 'react-router';
import { pagesContext } from '#web/api/pages-context.ts';
import { hydrateOnInteraction } from '#web/layout/hydrate-on-interaction.ts';
import { pageMeta } from '#web/layout/page-meta.ts';
import { privateHeaders } from '#web/layout/private-headers.ts';
import { readLink } from '#web/pay/read-link.ts';
import type { Route } from './+types/pay-page.ts';

/** Rendered anew for each request and never stored (`privatePages` in page-queries.ts). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { status, answer } = await readLink(context.get(pagesContext).callApi, params.token);
  return data(answer, { status });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Pay for your session', noIndex: true });

export const headers: Route.HeadersFunction = privateHeaders;

/** With the code of the form the page would load 150.7 kB without a touch (P11: 130). */
const PayView = hydrateOnInteraction(async () => (await import('#web/pay/pay-view.tsx')).PayView);

/** What a payment link opens. */
export default function PayPage({ loaderData, params: { token } }: Route.ComponentProps) {
  return (
    <Suspense>
      <PayView answer={loaderData} token={token} />
    </Suspense>
  );
}
