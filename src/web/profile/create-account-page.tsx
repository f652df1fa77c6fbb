import { Navigate, useLocation } from 'react-router';
import { createUser } from '#contract/client.calls.ts';
import { ApiError, call } from '#web/api/api.ts';
import { pageMeta } from '#web/layout/page-meta.ts';
import { fallbackMessage } from '#web/api/error-messages.ts';
import { nextPage } from '#web/api/next-page.ts';
import { ProfileForm } from '#web/profile/profile-form.tsx';
import type { ProfileInput } from '#web/profile/profile-values.ts';
import { useKeepUser, useSession } from '#web/api/session.ts';
import { SignOutButton } from '#web/api/sign-out-button.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedState } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import type { Route } from './+types/create-account-page.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Create Account', noIndex: true });

const TITLE = 'A few things about you';

/** For a session without a profile record; redirects all others to the profile (product.md §2.10.1). */
export default function CreateAccountPage() {
  const { state, email, error, refetch } = useSession();
  const keepUser = useKeepUser();
  const next = nextPage(useLocation().search);

  if (error !== null) return <FailedState tall message={error} onRetry={() => void refetch()} />;
  if (state === 'loading')
    return (
      <>
        <h1 className="sr-only">{TITLE}</h1>
        <Spinner tall />
      </>
    );
  if (state === 'signed-out') return <Navigate to="/profile" replace />;
  // Also right after saving: returns to the page that needed a record.
  if (state === 'ready') return <Navigate to={next} replace />;

  const create = async (person: ProfileInput) => {
    try {
      const { data } = await call(createUser, { body: person });
      await keepUser(data);
    } catch (problem) {
      if (!(problem instanceof ApiError && problem.code === 'RECORD_EXISTS')) throw problem;
      // Already created in another tab, or by a call whose response was lost.
      showToast(problem.message, 'error');
      await refetch();
    }
  };

  return (
    <div className="page wrap">
      <div className="mx-auto max-w-[46rem]">
        <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
          <div className="grid flex-1 basis-72 gap-3">
            <h1>{TITLE}</h1>
            <p className="lede">So that your first visit can begin with you, and not with paperwork.</p>
          </div>
          <SignOutButton className={`${buttonClass({ look: 'ghost' })} -mx-[0.8rem]`}>SignOut</SignOutButton>
        </div>
        <Card className="px-5 py-8 md:p-12">
          <ProfileForm
            email={email}
            user={null}
            failed={fallbackMessage(createUser)}
            save={create}
            renderActions={(busy) => (
              <Button type="submit" size="lg" wide className="mt-8" busy={busy !== 'idle'}>
                {ACTIONS[busy]}
              </Button>
            )}
          />
        </Card>
      </div>
    </div>
  );
}

const ACTIONS = {
  idle: 'Create Account',
  checking: 'Checking your address...',
  saving: 'Creating your account...',
};
