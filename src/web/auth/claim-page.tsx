import { pageMeta } from '#web/layout/page-meta.ts';
import type { FrameHandle } from '#web/layout/site-frame.tsx';
import type { Route } from './+types/claim-page.ts';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { claimRecord } from '#contract/client.calls.ts';
import { ApiError, call } from '#web/api/api.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { withNext } from '#web/api/next-page.ts';
import { useKeepUser, useSession } from '#web/api/session.ts';
import { SignOutButton } from '#web/api/sign-out-button.tsx';
import { AuthForm, type Notice } from '#web/auth/auth-form.tsx';
import { AuthFrame } from '#web/auth/auth-frame.tsx';
import { PhoneLink } from '#web/layout/phone-link.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedState } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';

const HERE = '/claim';

/**
 * Where an invitation leads: the client signs in or up, comes back, and takes over the record that the practice keeps
 * (rules.md §9).
 */
function ClaimForm() {
  const { state, email, error, refetch } = useSession();
  // Undefined until the browser has looked.
  const [key, setKey] = useState<string | null>();
  useClaimKey(setKey);
  if (error !== null) return <FailedState tall message={error} onRetry={() => void refetch()} />;
  if (state === 'loading' || key === undefined)
    return (
      <>
        <h1 className="sr-only">Set up your account</h1>
        <Spinner tall />
      </>
    );
  // Also right after the record was taken over.
  if (state === 'ready' && key === null) return <Navigate to="/profile" replace />;
  if (key === null)
    return (
      <Frame lede="This page belongs to a link that we send by e-mail. Please open the link there once more.">
        <Link className={buttonClass({ look: 'secondary', wide: true })} to="/">
          Back to the start
        </Link>
      </Frame>
    );
  if (state === 'signed-out') return <Welcome />;
  if (state === 'ready') return <HasRecord email={email} />;
  return <Claim email={email} token={key} />;
}

function Frame({ lede, children }: { lede: ReactNode; children: ReactNode }) {
  return (
    <AuthFrame title="Set up your account" lede={lede} picture="garden">
      <div className="grid gap-4">{children}</div>
    </AuthFrame>
  );
}

/** Reads the key, which the server never sees, and takes it out of the address. */
function useClaimKey(onRead: (key: string | null) => void): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const readKey = useEffectEvent(() => {
    onRead(takeClaimKey());
    if (hash !== '') void navigate(HERE, { replace: true });
  });
  useLayoutEffect(() => readKey(), [hash]);
}

function Welcome() {
  return (
    <Frame lede="See your visits, reschedule or cancel them, and fill in forms before you come. Please use the e-mail address that this invitation was sent to.">
      <Link className={buttonClass({ size: 'lg', wide: true })} to={withNext('/sign-up', HERE)}>
        Create an account
      </Link>
      <Link
        className={buttonClass({ look: 'secondary', size: 'lg', wide: true })}
        to={withNext('/sign-in', HERE)}
      >
        I have an account: sign in
      </Link>
    </Frame>
  );
}

/** A login has one record: this one cannot be joined to it here. */
function HasRecord({ email }: { email: string }) {
  return (
    <Frame
      lede={
        <>
          You’re signed in as <b className="wrap-anywhere">{email}</b>, and this account has its own visits
          already. Please call <PhoneLink />, so that we can put them together.
        </>
      }
    >
      <Link
        className={buttonClass({ wide: true })}
        to="/profile"
        onClick={() => {
          forgetClaimKey();
        }}
      >
        Go to my profile
      </Link>
      <SignOutButton className={buttonClass({ look: 'ghost', wide: true })}>
        Sign in with another address
      </SignOutButton>
    </Frame>
  );
}

function Claim({ email, token }: { email: string; token: string }) {
  const keepUser = useKeepUser();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [asksPhone, setAsksPhone] = useState(false);
  const [ending, setEnding] = useState('');
  const [notice, setNotice] = useState<Notice | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    if (asksPhone) form.current?.querySelector('input')?.focus();
  }, [asksPhone]);

  const claim = async () => {
    setNotice(null);
    setIsBusy(true);
    try {
      const phone = asksPhone ? { phone_ending: ending.trim() } : {};
      const { data, message } = await call(claimRecord, { body: { token, ...phone } });
      forgetClaimKey();
      showToast(message);
      await keepUser(data);
      await navigate('/profile', { replace: true });
      return;
    } catch (problem) {
      const code = problem instanceof ApiError ? problem.code : null;
      const text = errorMessage(problem);
      if (code === 'CODE_REQUIRED') {
        setAsksPhone(true);
        setNotice({ tone: 'note', text });
      } else {
        if (code === 'SET_UP_LINK_EXPIRED') setIsOver(true);
        setNotice({ tone: 'error', text });
      }
    }
    setIsBusy(false);
  };

  return (
    <Frame
      lede={
        <>
          You’re signed in as <b className="wrap-anywhere">{email}</b>. If this is the address that the
          invitation was sent to, your visits are one step away.
        </>
      }
    >
      <AuthForm form={form} notice={notice} onSubmit={claim}>
        {asksPhone && !isOver && (
          <TextField
            label="Last four digits of your phone number"
            inputMode="numeric"
            autoComplete="off"
            pattern="\d{4}"
            required
            value={ending}
            onChange={(digits) => setEnding(digits.replaceAll(/\D/g, '').slice(-4))}
          />
        )}
        {isOver ? (
          <p className="text-muted">
            An invitation works once, for two weeks, and only with the address that it was sent to.
          </p>
        ) : (
          <Button type="submit" size="lg" wide busy={isBusy}>
            Open my visits
          </Button>
        )}
      </AuthForm>
      {isOver && (
        <Link
          className={buttonClass({ wide: true })}
          to="/create-account"
          onClick={() => {
            forgetClaimKey();
          }}
        >
          Go on without the invitation
        </Link>
      )}
      <SignOutButton className={buttonClass({ look: 'ghost', wide: true })}>
        Sign in with another address
      </SignOutButton>
    </Frame>
  );
}

const NAME = 'claim-key';
const LINK = /^#key=([\w-]{43})$/;

/**
 * Takes the key of an invitation out of the address, where others could read it, and keeps it in this tab while the client
 * signs in or up. Null: no invitation was opened in this tab.
 */
function takeClaimKey(): string | null {
  const given = LINK.exec(location.hash)?.[1];
  try {
    if (given !== undefined) sessionStorage.setItem(NAME, given);
    return given ?? sessionStorage.getItem(NAME);
  } catch {
    // Without storage the client signs in first and then opens the link again.
    return given ?? null;
  }
}

/** After the key was used, or has turned out to be of no use. */
function forgetClaimKey(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Nothing was stored.
  }
}

export const handle: FrameHandle = { footer: 'none' };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Set up your account', noIndex: true });

export default function ClaimPage() {
  return <ClaimForm />;
}
