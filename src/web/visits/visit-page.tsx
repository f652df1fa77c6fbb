import '#web/ui/slider.css';

import { Suspense } from 'react';
import { data } from 'react-router';
import { pagesContext } from '#web/api/pages-context.ts';
import { hydrateOnInteraction } from '#web/layout/hydrate-on-interaction.ts';
import { pageMeta } from '#web/layout/page-meta.ts';
import { privateHeaders } from '#web/layout/private-headers.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { readVisit } from '#web/visits/read-visit.ts';
import type { Route } from './+types/visit-page.ts';

/** Rendered anew for each request and never stored (`privatePages` in page-queries.ts). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { status, answer } = await readVisit(context.get(pagesContext).callApi, params.token);
  return data(answer, { status });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Your visit', noIndex: true });

export const headers: Route.HeadersFunction = privateHeaders;

/** With the code of the form the page would load 150.7 kB without a touch (P11: 130). */
const VisitView = hydrateOnInteraction(async () => (await import('#web/visits/visit-view.tsx')).VisitView);

const dialogs = {
  ChangeDialog: onDemand(async () => (await import('#web/bookings/change/change-dialog.tsx')).ChangeDialog),
  FormsDialog: onDemand(async () => (await import('#web/forms/linked-forms-dialog.tsx')).LinkedFormsDialog),
};

/** What the link in a mail about a visit opens. */
export default function VisitPage({ loaderData, params: { token } }: Route.ComponentProps) {
  return (
    <Suspense>
      <VisitView answer={loaderData} token={token} dialogs={dialogs} />
    </Suspense>
  );
}
