import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import {
  Link,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router';
import { getAllWellnessServices } from '#contract/client.calls.ts';
import type { Service } from '#contract/services.schemas.ts';
import { AUDIENCE_TEXTS, otherAudience } from '#domain/slots/access.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { isLocalDate } from '#domain/time/calendar.ts';
import { isSlidingScale } from '#domain/money/money.ts';
import { formatCount } from '#domain/text/sentences.ts';
import { emptyTexts } from '#content/public/empty-texts.ts';
import { practice } from '#content/public/practice.ts';
import { visits } from '#content/public/visits.ts';
import { FallenLeafArt, SproutArt } from '#web/art/leaf.tsx';
import { fallbackMessage } from '#web/api/error-messages.ts';
import { placeName } from '#web/api/service-text.ts';
import { withNext } from '#web/api/next-page.ts';
import { useSession } from '#web/api/session.ts';
import { FIRST_VISIT, type OpenAt } from '#web/layout/nav-links.ts';
import { pageMeta, siteUrlOf } from '#web/layout/page-meta.ts';
import { pagesContext } from '#web/api/pages-context.ts';
import { CardAction, ServiceCard } from '#web/services/service-card.tsx';
import {
  type Filters,
  filtersFrom,
  firstVisitOf,
  matching,
  placesFor,
  searchFor,
  typeFrom,
} from '#web/services/filters.ts';
import { servicesQuery } from '#web/services/queries.ts';
import { ServiceFilters } from '#web/services/service-filters.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { EmptyState, FailedQuery } from '#web/ui/states.tsx';
import { Announcement } from '#web/ui/visually-hidden.tsx';
import type { Route } from './+types/services-page.ts';

const AvailabilityDialog = onDemand(
  async () => (await import('#web/services/availability-dialog.tsx')).AvailabilityDialog,
);

/** Below the list, so that nothing moves when it appears. */
const HouseCalls = onDemand(
  async () => (await import('#web/services/house-calls.tsx')).HouseCalls,
  null,
  null,
);

const NONE: readonly Service[] = [];

/** The list is part of the page; null if it could not be loaded, then the browser requests it. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    const { status, body } = await context.get(pagesContext).callApi('/get-all-wellness-services');
    return { services: status === 200 && Array.isArray(body) ? (body as Service[]) : null };
  } catch {
    return { services: null };
  }
}

/** Filters change the address, but not the list. */
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
  // After signing in, the client returns to these filters.
  const here = addressFor(filters);
  const [pressed, setPressed] = useState<string | null>(null);
  const { requested, clearRequest } = useRequestedService();

  const { type, place } = filters;
  const shown = useMemo(() => matching(services, { type, place }), [services, type, place]);
  const { state, hasProfileData, is_known } = session;
  // The session is known soon after hydration. The buttons of all cards follow with low priority; until then
  // html[data-signed-in] selects among them (CardAction).
  const stateOfList = useDeferredValue(state);
  const profileOfList = useDeferredValue(hasProfileData);
  const otherOfList = useDeferredValue(is_known === null ? null : otherAudience(is_known));
  // Memoised, so that opening and closing the dialog does not render every card again and delay the response.
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
                refusal={service.audience === otherOfList ? AUDIENCE_TEXTS[otherOfList]?.refusal : undefined}
                serviceName={service.name}
                look={at === 0 ? 'primary' : 'secondary'}
                handlers={{ onClick: () => setPressed(service.id), ...AvailabilityDialog.preloadHandlers }}
              />
            }
          />
        ))}
      </ul>
    ),
    [shown, place, stateOfList, profileOfList, otherOfList],
  );
  const wanted = requested?.service ?? pressed;
  const openService =
    wanted === FIRST_VISIT ? firstVisitOf(services) : services.find(({ id }) => id === wanted);
  const mayBook = state === 'ready' && hasProfileData;
  // Touch gives no hover to preload on, so the dialog is preloaded for every client who may book.
  useEffect(() => {
    if (mayBook) AvailabilityDialog.preload();
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
          <TextButton className="text-inherit" onClick={() => void session.refetch()}>
            Try again
          </TextButton>
        </Banner>
      )}
      <Announcement>{query.isSuccess ? formatCount(shown.length, 'service') : ''}</Announcement>
      {query.isPending ? (
        <Spinner tall />
      ) : query.isError && services.length === 0 ? (
        <FailedQuery art={<FallenLeafArt />} message={fallbackMessage(getAllWellnessServices)} of={query} />
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
          {emptyTexts.services.line}
        </EmptyState>
      ) : (
        list
      )}
      {mayBook && session.user && !session.user.house_call_approved && offersHouseCalls(services) && (
        <HouseCalls user={session.user} />
      )}
      {openService && mayBook && (
        <AvailabilityDialog
          service={openService}
          place={placeOf(openService, filters.place)}
          placeName={placeName(openService, placeOf(openService, filters.place))}
          day={requested?.day ?? null}
          onClose={() => {
            setPressed(null);
            clearRequest();
          }}
        />
      )}
    </div>
  );
}

/** The first visit may be at another place than the filter says. */
const placeOf = ({ service_location_type: places }: Service, filter: LocationType): LocationType =>
  places.includes(filter) ? filter : (places[0] ?? filter);

const offersHouseCalls = (services: readonly Service[]): boolean =>
  services.some((service) => service.service_location_type.includes('HOUSE_CALL'));

/** Keeps only the filters, because other parameters need not be allowed in `?next=`. */
function addressFor(filters: Filters): string {
  const search = String(searchFor(new URLSearchParams(), filters));
  return `/wellness-services${search && `?${search}`}`;
}

/** The filters in the address; without a type, the one of the navigation state (product.md §2.1.1), read after mount. */
function useFilters(places: Parameters<typeof filtersFrom>[1]): [Filters, (filters: Filters) => void] {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const filters = filtersFrom(search, places);
  const setFilters = (next: Filters) =>
    setSearch(searchFor(search, next), { replace: true, preventScrollReset: true, state: null });

  const initialType = search.has('type')
    ? null
    : typeFrom((state as { initialService?: unknown } | null)?.initialService);
  useEffect(() => {
    if (initialType === null || initialType === 'ALL') return;
    const withType = (before: URLSearchParams) => new URLSearchParams([...before, ['type', initialType]]);
    setSearch(withType, { replace: true, preventScrollReset: true, state: null });
  }, [initialType, setSearch]);

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

/** The service and day that a link has requested (nav-links.ts), until the dialog is closed; null without a request. */
function useRequestedService(): { requested: OpenAt | null; clearRequest: () => void } {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const requested = requestIn(state);
  const clearRequest = () => {
    if (requested) void navigate({ search }, { replace: true, preventScrollReset: true, state: null });
  };
  return { requested, clearRequest };
}

function requestIn(state: unknown): OpenAt | null {
  const { service, day } = (state as { open?: Partial<OpenAt> } | null)?.open ?? {};
  if (typeof service !== 'string') return null;
  if (day === null) return { service, day };
  return typeof day === 'string' && isLocalDate(day) ? { service, day } : null;
}
