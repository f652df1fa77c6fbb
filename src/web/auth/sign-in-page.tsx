import { pageMeta } from '#web/layout/page-meta.ts';
import type { FrameHandle } from '#web/layout/site-frame.tsx';
import { SignInForm } from '#web/auth/sign-in-form.tsx';
import { VisitorsOnly } from '#web/auth/visitors-only.tsx';
import type { Route } from './+types/sign-in-page.ts';

export const handle: FrameHandle = { footer: 'none' };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Sign in',
    description: 'Sign in to see your visits, forms and notes.',
    path: '/sign-in',
  });

export default function SignInPage() {
  return (
    <VisitorsOnly>
      <SignInForm />
    </VisitorsOnly>
  );
}
