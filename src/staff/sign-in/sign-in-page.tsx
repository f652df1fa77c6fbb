import { type FormEvent, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { staffDemoCode, staffSignIn, staffSignInCode } from '#contract/staff.calls.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

/** E-mail and password, then a code of the authenticator app. */
export function SignInPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const enter = useMutation({ mutationFn: () => callStaff(staffSignIn, { body: { email, password } }) });
  const confirm = useMutation({
    mutationFn: () => callStaff(staffSignInCode, { body: { code } }),
    onSuccess: () => navigate(nextOf(search)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (enter.isSuccess) confirm.mutate();
    else enter.mutate();
  };
  const error = confirm.error ?? enter.error;
  return (
    <main id="main" className="wrap wrap-text page">
      <h1>Sign in</h1>
      <form className="mt-8 grid gap-4" onSubmit={submit}>
        {enter.isSuccess ? (
          <TextField
            label="Code from your authenticator app"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={setCode}
          />
        ) : (
          <>
            <TextField label="Email" type="email" autoComplete="username" value={email} onChange={setEmail} />
            <TextField
              label="Password"
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
            />
          </>
        )}
        {error && <Banner tone="error">{error.message}</Banner>}
        <Button type="submit" busy={enter.isPending || confirm.isPending}>
          Sign in
        </Button>
        {enter.isSuccess && <DemoCode onCode={setCode} />}
      </form>
    </main>
  );
}

/** The sandbox shows the demo owner's code; elsewhere the call does not exist. */
function DemoCode({ onCode }: { onCode: (code: string) => void }) {
  const demo = useQuery({
    queryKey: ['staff', 'demo-code'],
    queryFn: ({ signal }) => callStaff(staffDemoCode, {}, { signal }),
    retry: false,
    staleTime: Infinity,
  });
  if (!demo.data) return null;
  return (
    <Button
      look="secondary"
      onClick={() => void demo.refetch().then(({ data }) => data && onCode(data.code))}
    >
      Demo code
    </Button>
  );
}

/** Only a screen of the staff area. */
const nextOf = (search: URLSearchParams): string => {
  const next = search.get('next') ?? '/';
  return /^\/(?!\/)/.test(next) ? next : '/';
};
