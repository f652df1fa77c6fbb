import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { practice } from '#content/public/practice.ts';
import { visits } from '#content/public/visits.ts';
import { payByLink } from '#contract/payment-links.calls.ts';
import type { PaymentLine, PaymentLink, PriceRange } from '#contract/payment-links.schemas.ts';
import { formatClock, formatLongDate } from '#domain/date-formats.ts';
import { formatDollars, formatExactCents, SLIDER_STEP_DOLLARS } from '#domain/money.ts';
import { localDateOf, zoneNames } from '#domain/zone.ts';
import { FallenLeafArt } from '#web/art/fallen-leaf-art.tsx';
import { ApiError, call } from '#web/client/api.ts';
import { errorMessage } from '#web/client/error-messages.ts';
import { useSingleFlight } from '#web/client/use-single-flight.ts';
import { rememberLink } from '#web/pay/opened-link.ts';
import { linkQuery } from '#web/pay/queries.ts';
import { Paid } from '#web/pay/returned.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedState } from '#web/ui/states.tsx';

/** Longer than other calls: the payment provider can be slow, and its page would be lost. */
const TIMEOUT_MS = 40_000;

/** What is left to pay, and the way to the payment page. */
export function PayForm({ token }: { token: string }) {
  const query = useQuery(linkQuery(token));
  if (query.data?.total_cents === 0) return <Paid text="Nothing is left to pay." />;
  if (query.data) return <Open link={query.data} token={token} onChanged={() => void query.refetch()} />;
  if (query.error instanceof ApiError && query.error.code === 'PAYMENT_LINK_EXPIRED')
    return <Expired message={query.error.message} />;
  if (query.error)
    return (
      <FailedState
        tall
        message={errorMessage(query.error)}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  return <Waiting />;
}

export function Waiting() {
  return (
    <>
      <h1 className="sr-only">Pay for your session</h1>
      <Spinner tall />
    </>
  );
}

function Expired({ message }: { message: string }) {
  return (
    <div className="wrap quiet">
      <div className="art">
        <FallenLeafArt />
      </div>
      <h1>{message}</h1>
      <p>Please write to us or call, and we will send you a new one.</p>
      <LinkButton to="/">Return to Home</LinkButton>
    </div>
  );
}

type OpenProps = { link: PaymentLink; token: string; onChanged: () => void };

function Open({ link, token, onChanged }: OpenProps) {
  const { lines } = link;
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({});
  const owed = lines.flatMap((line, at) =>
    line.balance_cents > 0 || line.price_range ? [{ line, at }] : [],
  );
  const priceOf = ({ line, at }: { line: PaymentLine; at: number }) => chosen[at] ?? line.balance_cents;
  const total = owed.reduce((sum, each) => sum + priceOf(each), 0);
  const pay = usePayment(token, onChanged);
  const choices = owed
    .filter(({ line }) => line.price_range !== null)
    .map((each) => ({ line: each.at, cents: priceOf(each) }));
  return (
    <div className="page wrap">
      <Card className="mx-auto grid max-w-136 gap-5 p-5 sm:p-8">
        <h1 className="text-2xl">{owed.length > 1 ? 'Pay for your sessions' : 'Pay for your session'}</h1>
        <p className="text-sm text-muted">
          Times in{' '}
          {zoneNames(
            owed.map(({ line }) => line.start_time),
            practice.zone,
          )}
          .
        </p>
        <ul className="border-b border-line">
          {owed.map((each) => (
            <li key={each.at} className="grid gap-4 border-t border-line py-4">
              <Line line={each.line} cents={priceOf(each)} />
              {each.line.price_range && (
                <PriceChoice
                  service_name={each.line.service_name}
                  range={each.line.price_range}
                  cents={priceOf(each)}
                  onChange={(cents) => setChosen({ ...chosen, [each.at]: cents })}
                />
              )}
            </li>
          ))}
        </ul>
        <Button size="lg" wide busy={pay.isBusy} onClick={() => pay.start(choices)}>
          Pay {formatExactCents(total)}
        </Button>
        {pay.error && (
          <Banner tone="error" inSight>
            {pay.error}
          </Banner>
        )}
        <p className="text-sm text-muted">
          You pay on the secure page of our payment provider. Tax may be added.
        </p>
      </Card>
    </div>
  );
}

/** Asks for the payment page and goes there. */
function usePayment(token: string, onChanged: () => void) {
  // The browser is on its way to the payment page.
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    // After Back from the payment page the browser may restore this page as it was left.
    const onShow = () => setIsLeaving(false);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  const pay = useMutation<{ url: string }, ApiError, { line: number; cents: number }[]>({
    mutationFn: (selected_prices) =>
      call(payByLink, { params: { token }, body: { selected_prices } }, { timeoutMs: TIMEOUT_MS }),
    onSuccess: ({ url }) => {
      setIsLeaving(true);
      rememberLink(token);
      window.location.assign(url);
    },
    // It was paid or has expired in the meantime: show that instead.
    onError: ({ status }) => {
      if (status === 422 || status === 410) onChanged();
    },
  });
  const { error } = pay;
  return {
    isBusy: pay.isPending || isLeaving,
    error: error && messageOf(error),
    start: useSingleFlight(pay.mutateAsync),
  };
}

function messageOf(error: ApiError): string {
  if (error.status === 0) return 'We couldn’t reach our server. Please check your connection and try again.';
  if (error.code === 'PAYMENT_PROVIDER')
    return 'Our payment provider isn’t reachable right now. Nothing was charged. Please try again in a moment.';
  return errorMessage(error);
}

function Line({ line, cents }: { line: PaymentLine; cents: number }) {
  const { service_name, start_time, end_time, place, location_name } = line;
  const { zone } = practice;
  const where = place === 'HOUSE_CALL' ? 'House call' : location_name;
  return (
    <div className="flex items-baseline justify-between gap-4">
      <div>
        <b>{service_name}</b>
        <p className="num text-sm text-muted">
          {formatLongDate(localDateOf(new Date(start_time), zone))}
          <br />
          {formatClock(start_time, zone)} - {formatClock(end_time, zone)}, {where}
        </p>
      </div>
      <output className="display num text-2xl leading-none">{formatExactCents(cents)}</output>
    </div>
  );
}

type PriceChoiceProps = {
  service_name: string;
  range: PriceRange;
  cents: number;
  onChange: (cents: number) => void;
};

function PriceChoice({ service_name, range, cents, onChange }: PriceChoiceProps) {
  const { min_cents, max_cents, suggested_cents } = range;
  const [min, max, suggested] = [min_cents / 100, max_cents / 100, suggested_cents / 100];
  const [low, middle, high] = visits.sliding_scale.marks;
  return (
    <div className="rounded-inner bg-sunken px-4 pt-4 pb-3">
      <b>Your price</b>
      <Slider
        label={`Your price for ${service_name}`}
        min={min}
        max={max}
        step={SLIDER_STEP_DOLLARS}
        value={cents / 100}
        onChange={(dollars) => onChange(dollars * 100)}
        format={formatDollars}
        marks={[
          { value: min, label: low.name },
          ...(suggested > min && suggested < max ? [{ value: suggested, label: middle.name }] : []),
          { value: max, label: high.name },
        ]}
      />
    </div>
  );
}
