import { pageMeta } from '#web/layout/page-meta.ts';
import type { FrameHandle } from '#web/layout/site-frame.tsx';
import { ClaimForm } from '#web/auth/claim-form.tsx';
import type { Route } from './+types/claim-page.ts';

export const handle: FrameHandle = { footer: 'none' };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Set up your account', noIndex: true });

export default function ClaimPage() {
  return <ClaimForm />;
}
