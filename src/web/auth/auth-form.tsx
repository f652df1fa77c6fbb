import { type ReactNode, type Ref, type SubmitEvent, useEffect, useRef } from 'react';
import { Banner } from '#web/ui/banner.tsx';

export type Notice = { tone: 'error' | 'note' | 'warn'; text: string };

/**
 * The form for signing in, signing up, a code and a new password: a notice, then the fields. It is a POST, so that a
 * password is never in an address if the browser itself submits it.
 */
export function AuthForm({
  form,
  notice,
  onSubmit,
  children,
}: {
  form: Ref<HTMLFormElement>;
  notice: Notice | null;
  onSubmit: () => Promise<void>;
  children: ReactNode;
}) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void onSubmit();
  };

  // In a low window the notice would be above the viewport, and the button would seem to do nothing.
  const noticeBox = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice) noticeBox.current?.scrollIntoView({ block: 'nearest' });
  }, [notice]);

  return (
    <>
      <div ref={noticeBox}>
        {notice && (
          <Banner tone={notice.tone} className="mb-4">
            {notice.text}
          </Banner>
        )}
      </div>
      <form ref={form} method="post" className="grid gap-4" onSubmit={submit}>
        {children}
      </form>
    </>
  );
}
