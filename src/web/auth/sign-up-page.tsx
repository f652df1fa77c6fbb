import { pageMeta } from '#web/layout/page-meta.ts';
import type { FrameHandle } from '#web/layout/site-frame.tsx';
import { SignUpForm } from '#web/auth/sign-up-form.tsx';
import { VisitorsOnly } from '#web/auth/visitors-only.tsx';
import type { Route } from './+types/sign-up-page.ts';

export const handle: FrameHandle = { footer: 'none' };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Sign up',
    description: 'Make an account to book visits, fill in forms and keep your notes.',
    path: '/sign-up',
  });

export default function SignUpPage() {
  return (
    <VisitorsOnly>
      <SignUpForm />
    </VisitorsOnly>
  );
}
