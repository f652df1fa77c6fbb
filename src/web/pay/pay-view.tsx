import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { FallenLeafArt } from '#web/art/fallen-leaf-art.tsx';
import { errorMessage } from '#web/api/error-messages.ts';
import { useHydrated } from '#web/api/use-form-values.ts';
import { PhoneLink } from '#web/layout/phone-link.tsx';
import { Paid } from '#web/pay/paid.tsx';
import { PayForm } from '#web/pay/pay-form.tsx';
import type { LinkAnswer } from '#web/pay/read-link.ts';
import { replayEarlyPressIn } from '#web/ui/early-press.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { FailedState } from '#web/ui/states.tsx';

type PayViewProps = { answer: LinkAnswer; token: string };

/** The part of the page that is hydrated on the first interaction. A button pressed before that is pressed then. */
export function PayView(props: PayViewProps) {
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

function Answer({ answer, token }: PayViewProps) {
  const { revalidate, state } = useRevalidator();
  if ('refusal' in answer) {
    const { code, message } = answer.refusal;
    if (code === 'PAYMENT_LINK_EXPIRED') return <Expired message={message} />;
    return (
      <>
        <h1 className="sr-only">Pay for your session</h1>
        <FailedState
          tall
          message={errorMessage(new Error(message))}
          retrying={state === 'loading'}
          onRetry={() => void revalidate()}
        />
      </>
    );
  }
  const { link, zone_names } = answer;
  if (link.total_cents === 0) return <Paid>Nothing is left to pay.</Paid>;
  return (
    <PayForm lines={link.lines} zone_names={zone_names} token={token} onChanged={() => void revalidate()} />
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
