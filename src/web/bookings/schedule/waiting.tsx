import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import { answerOffer } from '#contract/client.calls.ts';
import type { Waitlist, WaitlistEntry, WaitlistOffer } from '#contract/waitlist.schemas.ts';
import { formatExactCents } from '#domain/money/money.ts';
import { ordinal } from '#domain/text/sentences.ts';
import { formatClock, formatLongDay, formatMonthDayTime } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { type ApiError, call } from '#web/api/api.ts';
import { retryMessage } from '#web/api/error-messages.ts';
import { PAYMENT_TIMEOUT_MS, useLeaving } from '#web/api/use-leaving.ts';
import { ChoosePrice } from '#web/bookings/schedule/choose-price.tsx';
import { useJoin, useLeave, useWaitlistChanged } from '#web/slots/waitlist-query.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

const { zone } = practice;

/** The times that are held for the client, who takes each or lets it go. */
export const Offers = ({ offers }: Pick<Waitlist, 'offers'>) =>
  offers.map((offer) => <Offer key={offer.id} offer={offer} />);

function Offer({ offer }: { offer: WaitlistOffer }) {
  const { id, service_name, start_time, end_time, location_name, ends_at, price_cents, price_range } = offer;
  const [isChoosing, setIsChoosing] = useState(false);
  const { isLeaving, leave } = useLeaving();
  const changed = useWaitlistChanged();
  const answer = useMutation<
    { url: string | null },
    ApiError,
    { answer: 'TAKE' | 'DECLINE'; cents?: number }
  >({
    mutationFn: ({ answer: given, cents: selected_price }) =>
      call(answerOffer, { body: { id, answer: given, selected_price } }, { timeoutMs: PAYMENT_TIMEOUT_MS }),
    onSuccess: ({ url }) => (url === null ? changed() : leave(url)),
    // It may have gone to the next person.
    onError: () => void changed(),
  });
  const isTaking = isLeaving || (answer.isPending && answer.variables.answer === 'TAKE');
  const failure = answer.error && (
    <Banner tone="error" inSight>
      {retryMessage(answer.error)}
    </Banner>
  );
  return (
    <Card as="section" className="mb-6 grid gap-4 p-6 md:grid-cols-[1fr_auto] md:items-center">
      <div className="grid gap-1.5">
        <p>
          <span className="badge badge-purple num">
            Held for you until {formatMonthDayTime(ends_at, zone)}
          </span>
        </p>
        <h2 className="text-xl">{service_name}</h2>
        <p className="num">
          {formatLongDay(localDateOf(start_time, zone))}, {formatClock(start_time, zone)} -{' '}
          {formatClock(end_time, zone)}, {location_name}
        </p>
        <p className="text-sm text-muted">
          If you let it go, it is offered to the next person. You keep your place in line.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          busy={isTaking && !isChoosing}
          disabled={answer.isPending}
          aria-haspopup={price_range && !offer.is_being_paid ? 'dialog' : undefined}
          onClick={() =>
            price_range && !offer.is_being_paid ? setIsChoosing(true) : answer.mutate({ answer: 'TAKE' })
          }
        >
          {offer.is_being_paid
            ? 'Go on paying'
            : `Take it: pay ${price_range ? 'your price' : formatExactCents(price_cents)}`}
        </Button>
        <Button
          look="secondary"
          busy={answer.isPending && !isTaking}
          disabled={answer.isPending || isLeaving}
          onClick={() => answer.mutate({ answer: 'DECLINE' })}
        >
          Let it go
        </Button>
      </div>
      {!isChoosing && failure}
      {isChoosing && price_range && (
        <ChoosePrice
          service_name={service_name}
          range={price_range}
          busy={isTaking}
          failure={failure}
          onPay={(cents) => answer.mutate({ answer: 'TAKE', cents })}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </Card>
  );
}

/** The client's places in line. */
export function WaitingFor({ entries }: Pick<Waitlist, 'entries'>) {
  return (
    <Card as="section" className="p-6">
      <h2 className="mb-4 text-xl">Waiting for</h2>
      <ul className="grid gap-4">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </Card>
  );
}

function Entry({ entry }: { entry: WaitlistEntry }) {
  const { id, service_name, text, state, position, wish } = entry;
  const leave = useLeave();
  const again = useJoin();
  const failure = leave.error ?? again.error;
  return (
    <li className="grid gap-1 border-t border-line pt-4">
      <b>{service_name}</b>
      <p className="num text-sm text-muted">
        {text}. {position === null ? 'Paused: you missed two offers.' : `You’re ${ordinal(position)}.`}
      </p>
      <p className="no-print flex flex-wrap gap-x-5">
        {state === 'PAUSED' && (
          <TextButton disabled={again.isPending} onClick={() => again.mutate(wish)}>
            I’m still interested<span className="sr-only"> in {service_name}</span>
          </TextButton>
        )}
        <TextButton disabled={leave.isPending} onClick={() => leave.mutate(id)}>
          Leave the waitlist<span className="sr-only"> for {service_name}</span>
        </TextButton>
      </p>
      {failure && (
        <Banner tone="error" inSight>
          {retryMessage(failure)}
        </Banner>
      )}
    </li>
  );
}
