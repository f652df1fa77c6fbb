import { FailedState } from '#web/ui/states.tsx';

/** In place of a screen that threw. Loading again also brings the code of a newer version. */
export function ScreenError() {
  return (
    <main id="main" className="staff-main">
      <h1 className="sr-only" tabIndex={-1}>
        Couldn’t open this page
      </h1>
      <FailedState
        message="Couldn’t open this page. Please check your connection and try again."
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
