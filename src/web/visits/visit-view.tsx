import { QueryClientProvider } from '@tanstack/react-query';
import { MapPin, Video } from 'lucide';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { practice } from '#content/public/practice.ts';
import { visits } from '#content/public/visits.ts';
import { declineByLink, inviteByLink } from '#contract/client.calls.ts';
import type { VisitFacts, VisitPage } from '#contract/visits.schemas.ts';
import { FallenLeafArt } from '#web/art/leaf.tsx';
import { call } from '#web/api/api.ts';
import { callByLink } from '#web/api/call-by-link.ts';
import { errorMessage, retryMessage } from '#web/api/error-messages.ts';
import { queryClient } from '#web/api/query-client.ts';
import { CallByLink } from '#web/api/use-call.ts';
import { useHydrated } from '#web/api/use-form-values.ts';
import { PhoneLink } from '#web/layout/phone-link.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { replayEarlyPressIn } from '#web/ui/early-press.ts';
import { Icon } from '#web/ui/icon.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import type { OnDemand } from '#web/ui/on-demand.tsx';
import { FailedState } from '#web/ui/states.tsx';
import { PayForm } from '#web/visits/pay-form.tsx';
import type { VisitAnswer } from '#web/visits/read-visit.ts';

/** Those of the schedule and of the forms, which the page brings along. */
type Dialogs = {
  ChangeDialog: OnDemand<{ booking: VisitFacts; onClose: () => void }>;
  FormsDialog: OnDemand<{ token: string; visit_id: string; onClose: () => void }>;
};
type VisitViewProps = { answer: VisitAnswer; token: string; dialogs: Dialogs };

/** The part of the page that is hydrated on the first interaction. A button pressed before that is pressed then. */
export function VisitView(props: VisitViewProps) {
  const box = useRef<HTMLDivElement>(null);
  // In the rendering in which this becomes true, the form has taken over a price that was chosen earlier: 'Pay' may only be
  // pressed with that price.
  const isReady = useHydrated();
  useEffect(() => {
    if (isReady) replayEarlyPressIn(box.current!);
  }, [isReady]);
  return (
    <div ref={box} data-early-part="">
      <Answer {...props} />
    </div>
  );
}

function Answer({ answer, token, dialogs }: VisitViewProps) {
  const { revalidate, state } = useRevalidator();
  const reload = () => void revalidate();
  if ('refusal' in answer) {
    const { code, message } = answer.refusal;
    if (code === 'VISIT_LINK_EXPIRED') return <Expired message={message} />;
    return (
      <>
        <h1 className="sr-only">Your visit</h1>
        <FailedState
          tall
          message={errorMessage(new Error(message))}
          retrying={state === 'loading'}
          onRetry={reload}
        />
      </>
    );
  }
  const { page, zone_names } = answer;
  const { lines, total_cents } = page.payment;
  return (
    <div className="page wrap">
      <div className="mx-auto grid max-w-136 gap-5">
        <Visit page={page} token={token} dialogs={dialogs} onChanged={reload} />
        {total_cents > 0 && (
          <PayForm lines={lines} zone_names={zone_names} token={token} onChanged={reload} />
        )}
        {page.is_offer && <LetGo token={token} onChanged={reload} />}
        {page.has_login ? (
          <LinkButton look="secondary" to="/profile/schedule">
            Open my schedule
          </LinkButton>
        ) : (
          <CreateAccount token={token} />
        )}
      </div>
    </div>
  );
}

type VisitProps = { page: VisitPage; token: string; dialogs: Dialogs; onChanged: () => void };

/** When and where it is, how to prepare, and what the client can do with it. */
function Visit({ page, token, dialogs: { ChangeDialog, FormsDialog }, onChanged }: VisitProps) {
  const { title, when, where, has_map, join_url, text, prepare, payment, visit, forms } = page;
  const [opened, setOpened] = useState<{ dialog: 'change' | 'forms'; visit: VisitFacts } | null>(null);
  const [queries] = useState(queryClient);
  const ask = useMemo(() => callByLink(token), [token]);
  const close = () => {
    setOpened(null);
    onChanged();
  };
  return (
    <Card className="grid gap-5 p-5 sm:p-8">
      <div className="grid gap-2">
        <h1 className="text-2xl wrap-anywhere">{title}</h1>
        <p className="num">{when}</p>
        <p className="whitespace-pre-line text-muted">{where}</p>
        {has_map && (
          <p>
            <a className="arrow-link text-sm" href={practice.studio.map_url} target="_blank" rel="noreferrer">
              <Icon of={MapPin} />
              Directions
            </a>
          </p>
        )}
      </div>
      {(text || payment.total_cents === 0) && (
        <p role="status">
          {[text, payment.total_cents === 0 && 'Nothing is left to pay.'].filter(Boolean).join(' ')}
        </p>
      )}
      {join_url && (
        <a className={buttonClass({ look: 'secondary' })} href={join_url}>
          <Icon of={Video} />
          Join online
        </a>
      )}
      {visit && (
        <div className="flex flex-wrap gap-3">
          {forms === 'ASK' && (
            <Button
              aria-haspopup="dialog"
              {...FormsDialog.preloadHandlers}
              onClick={() => setOpened({ dialog: 'forms', visit })}
            >
              Fill in forms
            </Button>
          )}
          <Button
            look="secondary"
            aria-haspopup="dialog"
            {...ChangeDialog.preloadHandlers}
            onClick={() => setOpened({ dialog: 'change', visit })}
          >
            Change or cancel
          </Button>
        </div>
      )}
      {forms === 'BY_MAIL' && (
        <p className="text-sm text-muted">
          To get your forms, please answer our e-mail, or create an account below.
        </p>
      )}
      {prepare.length > 0 && (
        <div className="grid gap-2">
          <h2 className="text-lg">{visits.before_you_come.heading}</h2>
          <ul className="list-disc pl-5">
            {prepare.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      )}
      {opened && (
        <QueryClientProvider client={queries}>
          <CallByLink value={ask}>
            {opened.dialog === 'change' ? (
              <ChangeDialog booking={opened.visit} onClose={close} />
            ) : (
              <FormsDialog token={token} visit_id={opened.visit.id} onClose={close} />
            )}
          </CallByLink>
        </QueryClientProvider>
      )}
    </Card>
  );
}

/** Lets an offer of the waitlist go. */
function LetGo({ token, onChanged }: { token: string; onChanged: () => void }) {
  const { isBusy, error, run } = useOneCall();
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-sm text-muted">
        If you let it go, it is offered to the next person. You keep your place in line.
      </p>
      <Button
        look="secondary"
        busy={isBusy}
        onClick={() => void run(async () => call(declineByLink, { params: { token } }), onChanged)}
      >
        Let it go
      </Button>
      {error && (
        <Banner tone="error" inSight>
          {error}
        </Banner>
      )}
    </div>
  );
}

/** One call of a button: that it runs, and why it failed. */
function useOneCall() {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = async <T,>(ask: () => Promise<T>, done: (answer: T) => unknown) => {
    setIsBusy(true);
    setError(null);
    try {
      await done(await ask());
    } catch (failure) {
      setError(retryMessage(failure));
    }
    setIsBusy(false);
  };
  return { isBusy, error, run };
}

/** Claims the record as an invitation does: only with its e-mail address, and the end of its phone number. */
function CreateAccount({ token }: { token: string }) {
  const navigate = useNavigate();
  const { isBusy, error, run } = useOneCall();
  const create = () =>
    run(
      async () => call(inviteByLink, { params: { token } }),
      ({ key }) => navigate(`/claim#key=${key}`),
    );
  return (
    <Card as="section" className="grid gap-3 p-5 sm:p-8">
      <h2 className="text-lg">All your visits in one place</h2>
      <p className="text-sm text-muted">
        With an account you see all your visits, and book the next one yourself. Please use the e-mail address
        that this link was sent to.
      </p>
      <div>
        <Button look="secondary" busy={isBusy} onClick={() => void create()}>
          Create an account
        </Button>
      </div>
      {error && (
        <Banner tone="error" inSight>
          {error}
        </Banner>
      )}
    </Card>
  );
}

function Expired({ message }: { message: string }) {
  return (
    <div className="wrap quiet">
      <div className="art">
        <FallenLeafArt />
      </div>
      <h1>{message}</h1>
      <p>
        Please answer the e-mail that it came with, or call <PhoneLink />. We will send you a new one.
      </p>
      <LinkButton to="/">Return to Home</LinkButton>
    </div>
  );
}
