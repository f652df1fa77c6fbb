import { useEffect } from 'react';
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router';
import { FallenLeafArt } from '#web/art/leaf.tsx';
import { FAILED } from '#web/blog/posts.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedState } from '#web/ui/states.tsx';

/** Shown if the posts could not be loaded: logs the error (product.md §8.9) and offers to try again. */
export function BlogFailed() {
  const error = useRouteError();
  const { state, revalidate } = useRevalidator();
  useEffect(() => {
    // oxlint-disable-next-line no-console -- product.md §8.9.1: logged
    console.error(FAILED, isRouteErrorResponse(error) ? error.status : error);
  }, [error]);
  return (
    <div className="page wrap">
      <h1>Blog</h1>
      {state === 'loading' ? (
        <Spinner tall label="Loading" />
      ) : (
        <FailedState
          tall
          art={<FallenLeafArt />}
          message={FAILED}
          className="min-h-[50vh]"
          onRetry={() => void revalidate()}
        />
      )}
    </div>
  );
}
