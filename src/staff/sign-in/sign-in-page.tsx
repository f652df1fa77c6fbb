import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { meQuery } from '#staff/api/session.ts';
import { Gate } from '#staff/sign-in/gate.tsx';
import { SignInForm } from '#staff/sign-in/sign-in-form.tsx';
import { SunAndMoonArt } from '#web/art/sun-and-moon-art.tsx';

export function SignInPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return (
    <Gate title="Sign in">
      <div className="art w-24 mb-4 -ml-1.5">
        <SunAndMoonArt />
      </div>
      <h1 tabIndex={-1}>Staff area</h1>
      <p className="mt-1.5 text-muted">Sign in to see your day.</p>
      <SignInForm
        onDone={(me) => {
          queries.setQueryData(meQuery.queryKey, me);
          void navigate(screenIn(search.get('next')), { replace: true });
        }}
      />
    </Gate>
  );
}

/** Only a screen of the staff area, never another site. */
const screenIn = (next: string | null): string => (next && /^\/(?![/\\])/.test(next) ? next : '/');
