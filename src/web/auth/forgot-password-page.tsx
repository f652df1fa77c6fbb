import { pageMeta } from '#web/layout/page-meta.ts';
import type { FrameHandle } from '#web/layout/site-frame.tsx';
import { ForgotPasswordForm } from '#web/auth/forgot-password-form.tsx';
import type { Route } from './+types/forgot-password-page.ts';

export const handle: FrameHandle = { footer: 'none' };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Forgot password',
    description: 'Have a code sent to your address and choose a new password.',
    path: '/forgot-password',
  });

export default function ForgotPasswordPage() {
  return <ForgotPasswordForm />;
}
