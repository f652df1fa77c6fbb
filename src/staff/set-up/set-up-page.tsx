import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { staffFinishSetUp, staffSetUp, staffSetUpTotp } from '#contract/staff.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import { MIN_STAFF_PASSWORD, validatePassword } from '#domain/people/password.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { meQuery } from '#staff/api/session.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { AuthenticatorApp } from '#staff/set-up/authenticator-app.tsx';
import { NewPasswordField } from '#staff/set-up/new-password-field.tsx';
import { RecoveryCodes } from '#staff/set-up/recovery-codes.tsx';
import { CodeField } from '#staff/sign-in/code-field.tsx';
import { Gate } from '#staff/sign-in/gate.tsx';
import { LeafArt } from '#web/art/leaf.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { EmptyState, QueryState } from '#web/ui/states.tsx';
import type { ApiError } from '#web/api/request.ts';

type Invite = OutputOf<typeof staffSetUp>;
type Finished = OutputOf<typeof staffFinishSetUp>;

const EXPIRED = 'SET_UP_LINK_EXPIRED';

/** The page of a set-up link: password, authenticator app, recovery codes. */
export function SetUpPage() {
  const { token = '' } = useParams();
  const invite = useQuery<Invite, ApiError>({
    queryKey: ['set-up', token],
    queryFn: ({ signal }) => callStaff(staffSetUp, { params: { token } }, { signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  if (invite.data) return <SetUp token={token} {...invite.data} />;
  return (
    <Gate title="Set up">
      {invite.error?.code === EXPIRED ? (
        <ExpiredLink message={invite.error.message} />
      ) : (
        <QueryState of={invite}>
          <SkeletonGroup className="grid gap-4" rows={['h-8 w-2/3', 'h-12']} />
        </QueryState>
      )}
    </Gate>
  );
}

function ExpiredLink({ message }: { message: string }) {
  return (
    <EmptyState art={<LeafArt />}>
      <h1>Set up</h1>
      <p>{message}</p>
    </EmptyState>
  );
}

const STEPS = ['Password', 'Authenticator app', 'Recovery codes'] as const;

function SetUp({ token, name, email }: { token: string } & Invite) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [step, setStep] = useState(0);
  const [password, setPassword] = useState('');
  const [passwordError, setPasswordError] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const [isSaved, setIsSaved] = useState(false);

  const app = useAction();
  const finish = useAction();
  const [offered, setOffered] = useState<OutputOf<typeof staffSetUpTotp> | null>(null);
  const [codes, setCodes] = useState<Finished['recovery_codes'] | null>(null);
  const onFinish = () =>
    finish.ask(() => callStaff(staffFinishSetUp, { params: { token }, body: { password, code } }), {
      done: ({ me, recovery_codes }) => {
        queries.setQueryData(meQuery.queryKey, me);
        setCodes(recovery_codes);
        setStep(2);
      },
      refused: (error) => {
        if (error.code !== 'InvalidPasswordException') return;
        setPasswordError(error.message);
        setStep(0);
      },
    });
  useLeaveWarning(codes !== null && !isSaved);

  const choosePassword = () => {
    const answer = validatePassword(password, MIN_STAFF_PASSWORD);
    setPasswordError(answer.ok ? null : answer.message);
    if (!answer.ok) return;
    app.ask(() => callStaff(staffSetUpTotp, { params: { token } }), {
      done: (totp) => {
        setOffered(totp);
        setStep(1);
      },
    });
  };

  if ([app.error, finish.error].some((error) => error?.code === EXPIRED))
    return (
      <Gate title="Set up">
        <ExpiredLink message={(finish.error ?? app.error)!.message} />
      </Gate>
    );
  return (
    <Gate title="Set up" wide>
      <ol className="flex gap-2 mb-5.5 text-muted text-xs">
        {STEPS.map((label, at) => (
          <li
            key={label}
            aria-current={at === step ? 'step' : undefined}
            className={classNames(
              'flex-1 pt-2 border-t-3',
              at > step ? 'border-line' : 'border-sage',
              at === step && 'text-ink font-strong',
            )}
          >
            {label}
          </li>
        ))}
      </ol>
      {step === 0 && (
        <Step
          title="Choose a password"
          lead={`Welcome, ${name}. You sign in with ${email}.`}
          onSubmit={choosePassword}
        >
          {/* Password managers store the password under this name. */}
          <input
            className="sr-only"
            type="email"
            autoComplete="username"
            value={email}
            readOnly
            tabIndex={-1}
            aria-hidden="true"
          />
          <NewPasswordField label="Password" value={password} onChange={setPassword} error={passwordError} />
          <ActionFailure action={app} />
          <Button type="submit" size="lg" wide busy={app.isPending}>
            Continue
          </Button>
        </Step>
      )}
      {step === 1 && offered && (
        <Step
          title="Add your authenticator app"
          lead="With its codes, a stolen password opens nothing."
          onSubmit={onFinish}
        >
          <AuthenticatorApp {...offered} />
          <CodeField
            label="Code that the app shows"
            value={code}
            onChange={setCode}
            error={finish.error?.code === 'CodeMismatchException' ? finish.error.message : null}
          />
          {finish.error && finish.error.code !== 'CodeMismatchException' && (
            <Banner tone="error">{finish.error.message}</Banner>
          )}
          <Button type="submit" size="lg" wide busy={finish.isPending}>
            Continue
          </Button>
          <TextButton className="act act-soft justify-self-start" onClick={() => setStep(0)}>
            Back
          </TextButton>
        </Step>
      )}
      {step === 2 && codes && (
        <Step
          title="Save your recovery codes"
          lead="For the day you lose your phone. Each works once, and they are shown only now."
          onSubmit={() => {
            if (isSaved) void navigate('/', { replace: true });
          }}
        >
          <RecoveryCodes codes={codes} isSaved={isSaved} onSaved={setIsSaved} />
          <Button type="submit" size="lg" wide disabled={!isSaved}>
            Open staff area
          </Button>
        </Step>
      )}
    </Gate>
  );
}

/** One step of the set-up. The focus goes to its title, except on the first. */
function Step({
  title,
  lead,
  onSubmit,
  children,
}: {
  title: string;
  lead: string;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="mt-1.5 text-muted">{lead}</p>
      <form method="post" className="gate-form" onSubmit={submit}>
        {children}
      </form>
    </>
  );
}

/** Asks before the page is closed. */
function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}
