import { useLayoutEffect, useRef, useState } from 'react';
import { retryMessage } from '#web/api/error-messages.ts';
import { isOwed } from '#web/visits/read-visit.ts';
import { practice } from '#content/public/practice.ts';
import { visits } from '#content/public/visits.ts';
import { payByLink } from '#contract/client.calls.ts';
import type { PaymentLine, PriceRange } from '#contract/payment-links.schemas.ts';
import { formatClock, formatLongDate } from '#domain/time/date-formats.ts';
import { formatDollars, formatExactCents, SLIDER_STEP_DOLLARS } from '#domain/money/money.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { ApiError, call } from '#web/api/api.ts';
import { PAYMENT_TIMEOUT_MS, useLeaving } from '#web/api/use-leaving.ts';
import { useSingleFlight } from '#web/api/use-single-flight.ts';
import { rememberLink } from '#web/visits/opened-link.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Slider } from '#web/ui/slider.tsx';

type PayFormProps = {
  lines: readonly PaymentLine[];
  zone_names: string;
  token: string;
  onChanged: () => void;
};

/** What is left to pay, and the way to the payment page. */
export function PayForm({ lines, zone_names, token, onChanged }: PayFormProps) {
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({});
  const list = useRef<HTMLUListElement>(null);
  // A slider can be moved before this code has loaded.
  useLayoutEffect(() => setChosen(movedSliders(list.current!)), []);
  const owed = lines.flatMap((line, at) => (isOwed(line) ? [{ line, at }] : []));
  const priceOf = ({ line, at }: { line: PaymentLine; at: number }) => chosen[at] ?? line.balance_cents;
  const total = owed.reduce((sum, each) => sum + priceOf(each), 0);
  const pay = usePayment(token, onChanged);
  const choices = owed
    .filter(({ line }) => line.price_range !== null)
    .map((each) => ({ line: each.at, cents: priceOf(each) }));
  return (
    <Card as="section" className="grid gap-5 p-5 sm:p-8">
      <h2 className="text-xl">{owed.length > 1 ? 'Pay for your sessions' : 'Pay for your session'}</h2>
      <p className="text-sm text-muted">Times in {zone_names}.</p>
      <ul ref={list} className="border-b border-line">
        {owed.map((each) => (
          <li key={each.at} className="grid gap-4 border-t border-line py-4">
            <Line line={each.line} cents={priceOf(each)} />
            {each.line.price_range && (
              <PriceChoice
                name={String(each.at)}
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
  );
}

/** The prices of the sliders that do not stand where the server put them, by the place of their line. */
const movedSliders = (list: HTMLElement): Record<number, number> =>
  Object.fromEntries(
    [...list.querySelectorAll('input')]
      .filter(({ value, defaultValue }) => value !== defaultValue)
      .map(({ name, valueAsNumber }) => [Number(name), valueAsNumber * 100]),
  );

/** Asks for the payment page and goes there. */
function usePayment(token: string, onChanged: () => void) {
  const [isAsking, setIsAsking] = useState(false);
  const { isLeaving, leave } = useLeaving();
  const [error, setError] = useState<string | null>(null);
  const start = async (selected_prices: { line: number; cents: number }[]): Promise<void> => {
    setIsAsking(true);
    setError(null);
    try {
      const body = { selected_prices };
      const { url } = await call(payByLink, { params: { token }, body }, { timeoutMs: PAYMENT_TIMEOUT_MS });
      rememberLink(token);
      leave(url);
    } catch (failure) {
      setError(messageOf(failure));
      // It was paid or has expired in the meantime: show that instead.
      if (failure instanceof ApiError && (failure.status === 422 || failure.status === 410)) onChanged();
    }
    setIsAsking(false);
  };
  return { isBusy: isAsking || isLeaving, error, start: useSingleFlight(start) };
}

const messageOf = (error: unknown): string =>
  error instanceof ApiError && error.code === 'PAYMENT_PROVIDER'
    ? 'Our payment provider isn’t reachable right now. Nothing was charged. Please try again in a moment.'
    : retryMessage(error);

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
  name: string;
  service_name: string;
  range: PriceRange;
  cents: number;
  onChange: (cents: number) => void;
};

function PriceChoice({ name, service_name, range, cents, onChange }: PriceChoiceProps) {
  const { min_cents, max_cents, suggested_cents } = range;
  const [min, max, suggested] = [min_cents / 100, max_cents / 100, suggested_cents / 100];
  const [low, middle, high] = visits.sliding_scale.marks;
  return (
    <div className="rounded-inner bg-sunken px-4 pt-4 pb-3">
      <b>Your price</b>
      <Slider
        name={name}
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
