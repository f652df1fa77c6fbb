import './services.css';

import { useMutation } from '@tanstack/react-query';
import { Car, Check } from 'lucide';
import { practice } from '#content/public/practice.ts';
import { requestHouseCalls } from '#contract/client.calls.ts';
import { formatMonthDay } from '#domain/time/date-formats.ts';
import { type ApiError, call } from '#web/api/api.ts';
import { retryMessage } from '#web/api/error-messages.ts';
import { type User, useKeepUser } from '#web/api/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

const { practitioner, studio, zone } = practice;

/** Asks the practitioner for house calls. The answer comes by e-mail; after a yes the place can be chosen above. */
export function HouseCalls({ user: { house_call_requested_at } }: { user: User }) {
  const keepUser = useKeepUser();
  const ask = useMutation<{ requested_at: string }, ApiError>({
    mutationFn: () => call(requestHouseCalls),
    onSuccess: ({ requested_at }) => keepUser((user) => ({ ...user, house_call_requested_at: requested_at })),
  });
  return (
    <section
      className="grid gap-4 items-start mt-10 pt-6 grid-cols-[auto_minmax(0,1fr)] border-t border-line mid:grid-cols-[auto_minmax(0,1fr)_auto]"
      aria-labelledby="house-calls-title"
    >
      <Icon of={Car} className="size-6.5 text-sage" />
      <div className="min-w-0">
        <h2 className="text-lg" id="house-calls-title">
          House calls
        </h2>
        <p className="text-sm text-muted">
          After a first visit {practitioner.first_name} can also come to you, up to {studio.house_call_miles}{' '}
          miles from the studio.
        </p>
        <div role="status">
          {house_call_requested_at !== null && (
            <p className="flex gap-2 mt-2 text-sage-strong text-sm font-semibold">
              <Icon of={Check} className="mt-0.5" />
              <span>
                You asked {practitioner.first_name} on {formatMonthDay(house_call_requested_at, zone)}. The
                answer comes by e-mail.
              </span>
            </p>
          )}
        </div>
        {ask.error && (
          <Banner
            tone={ask.error.code === 'HOUSE_CALL_NOT_APPROVED' ? 'warn' : 'error'}
            inSight
            className="mt-3"
          >
            {retryMessage(ask.error)}
          </Banner>
        )}
      </div>
      {house_call_requested_at === null && (
        <Button
          look="secondary"
          className="col-span-full mid:col-auto"
          busy={ask.isPending}
          onClick={() => ask.mutate()}
        >
          Ask {practitioner.first_name}
        </Button>
      )}
    </section>
  );
}
