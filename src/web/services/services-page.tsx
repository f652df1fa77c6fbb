import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Link, type ShouldRevalidateFunctionArgs, useLocation, useSearchParams } from 'react-router';
import { getAllWellnessServices } from '#contract/services.calls.ts';
import type { Service } from '#contract/services.schemas.ts';
import { isSlidingScale } from '#domain/money.ts';
import { emptyWords } from '#content/public/empty-words.ts';
import { practice } from '#content/public/practice.ts';
import { visits } from '#content/public/visits.ts';
import { FallenLeafArt } from '#web/art/fallen-leaf-art.tsx';
import { SproutArt } from '#web/art/sprout-art.tsx';
import { pageMeta, siteUrlOf } from '#web/layout/page-meta.ts';
import { fallbackMessage } from '#web/client/error-messages.ts';
import { pagesContext } from '#web/pages-context.ts';
import { useAskedToOpen } from '#web/services/requested-service.ts';
import { CardAction } from '#web/services/card-action.tsx';
import {
  filtersFrom,
  type Filters,
  matching,
  placeName,
  placesFor,
  searchFor,
  typeFrom,
} from '#web/services/filters.ts';
import { servicesQuery } from '#web/services/queries.ts';
import { ServiceCard } from '#web/services/service-card.tsx';
import { ServiceFilters } from '#web/services/service-filters.tsx';
import { withNext } from '#web/client/next-page.ts';
import { useSession } from '#web/client/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { EmptyState, FailedState } from '#web/ui/states.tsx';
import { Announcement } from '#web/ui/visually-hidden.tsx';
import type { Route } from './+types/services-page.ts';

const AvailabilityDialog = onDemand(
  async () => (await import('#web/services/availability-dialog.tsx')).AvailabilityDialog,
);

const NONE: readonly Service[] = [];

/** The list arrives with the page; null if it could not be had, then the browser asks. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    const { status, body } = await context.get(pagesContext).callApi('/get-all-wellness-services');
    return { services: status === 200 && Array.isArray(body) ? (body as Service[]) : null };
  } catch {
    return { services: null };
  }
}

/** Another filter is the same list. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: 'Services',
    description: `Consultations, sessions and classes in Ayurveda, herbalism and yoga at ${practice.studio.name} in ${practice.studio.city}: what they are, how long they take, what they cost.`,
    path: '/wellness-services',
    jsonLd: (loaderData?.services ?? []).map((service) => jsonLdOf(service, siteUrlOf(matches))),
  });

export default function ServicesPage({ loaderData }: Route.ComponentProps) {
  const query = useQuery({ ...servicesQuery, initialData: loaderData.services ?? undefined });
  const services = query.data ?? NONE;
  const session = useSession();
  const places = placesFor(services, session.user?.house_call_approved ?? false);
  const [filters, setFilters] = useFilters(places);
  // Whoever signs in comes back to what she was looking at.
  const here = addressFor(filters);
  const [pressed, setPressed] = useState<string | null>(null);
  const { asked, drop } = useAskedToOpen();

  const { type, place } = filters;
  const shown = useMemo(() => matching(services, { type, place }), [services, type, place]);
  const { state, hasProfileData } = session;
  // Who is looking is known right after a page has started: the dozen buttons follow piece by piece, for until then
  // the mark of a login in the browser has chosen among them (CardAction).
  const stateOfList = useDeferredValue(state);
  const profileOfList = useDeferredValue(hasProfileData);
  // Opening and closing the dialog must not draw a dozen cards anew: it is an answer to a press.
  const list = useMemo(
    () => (
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((service, at) => (
          <ServiceCard
            key={service.id}
            service={service}
            place={place}
            belowFold={at > 2}
            action={
              <CardAction
                session={{ state: stateOfList, hasProfileData: profileOfList }}
                serviceName={service.name}
                look={at === 0 ? 'primary' : 'secondary'}
                see={{ onClick: () => setPressed(service.id), ...AvailabilityDialog.nearing }}
              />
            }
          />
        ))}
      </ul>
    ),
    [shown, place, stateOfList, profileOfList],
  );
  const openService = services.find(({ id }) => id === (pressed ?? asked?.service));
  const mayBook = state === 'ready' && hasProfileData;
  // A finger gives less warning than a pointer: the dialog of whoever may book is there before the first press.
  useEffect(() => {
    if (mayBook) AvailabilityDialog.fetch();
  }, [mayBook]);

  return (
    <div className="page wrap">
      <div className="mb-8 grid gap-4 md:grid-cols-[1fr_auto] md:items-end md:gap-12">
        <h1>Services</h1>
        <p className="max-w-[44ch] text-muted">{visits.services_lede}</p>
      </div>
      <ServiceFilters filters={filters} places={places} onChange={setFilters} />
      <p className="if-signed-out -mt-2 mb-6 text-sm text-muted">
        To see times and book one, <Link to={withNext('/sign-in', here)}>sign in</Link> or{' '}
        <Link to={withNext('/sign-up', here)}>sign up</Link>.
      </p>
      {session.error != null && (
        <Banner tone="error" className="mb-6">
          {session.error}{' '}
          <TextButton className="text-inherit!" onClick={() => void session.refetch()}>
            Try again
          </TextButton>
        </Banner>
      )}
      <Announcement>{query.isSuccess ? countWords(shown.length) : ''}</Announcement>
      {query.isPending ? (
        <Spinner tall />
      ) : query.isError && services.length === 0 ? (
        <FailedState
          art={<FallenLeafArt />}
          message={fallbackMessage(getAllWellnessServices)}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : shown.length === 0 ? (
        <EmptyState
          art={<SproutArt />}
          className="py-12"
          action={
            <Button look="secondary" onClick={() => setFilters({ type: 'ALL', place: 'FIXED_LOCATION' })}>
              All Services
            </Button>
          }
        >
          {emptyWords.services.line}
        </EmptyState>
      ) : (
        list
      )}
      {openService && mayBook && (
        <AvailabilityDialog
          service={openService}
          place={filters.place}
          placeName={placeName(openService, filters.place)}
          day={pressed === null ? (asked?.day ?? null) : null}
          onClose={() => {
            setPressed(null);
            drop();
          }}
        />
      )}
    </div>
  );
}

/** Without what else may stand in the address: that need not be an address to come back to. */
function addressFor(filters: Filters): string {
  const search = String(searchFor(new URLSearchParams(), filters));
  return `/wellness-services${search && `?${search}`}`;
}

const countWords = (count: number) => (count === 1 ? '1 service' : `${count} services`);

/** The filters of the address. What it lacks comes from the navigation state (product.md §2.1.1), read after mount. */
function useFilters(places: Parameters<typeof filtersFrom>[1]): [Filters, (filters: Filters) => void] {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const filters = filtersFrom(search, places);
  const setFilters = (next: Filters) =>
    setSearch(searchFor(search, next), { replace: true, preventScrollReset: true, state: null });

  const wished = search.has('type')
    ? null
    : typeFrom((state as { initialService?: unknown } | null)?.initialService);
  useEffect(() => {
    if (wished === null || wished === 'ALL') return;
    const withType = (before: URLSearchParams) => new URLSearchParams([...before, ['type', wished]]);
    setSearch(withType, { replace: true, preventScrollReset: true, state: null });
  }, [wished, setSearch]);

  return [filters, setFilters];
}

function jsonLdOf(service: Service, siteUrl: string): object {
  const [low, high] = isSlidingScale(service)
    ? [service.min_price, service.max_price]
    : [service.base_price, service.base_price];
  return {
    '@type': 'Service',
    name: service.name,
    description: service.description,
    serviceType: service.type.join(', '),
    areaServed: practice.studio.city,
    provider: { '@type': 'HealthAndBeautyBusiness', name: practice.name, url: `${siteUrl}/` },
    offers: {
      '@type': 'AggregateOffer',
      lowPrice: low,
      highPrice: high,
      priceCurrency: practice.currency.toUpperCase(),
    },
  };
}
