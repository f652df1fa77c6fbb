import { type ReactNode, type Ref, type SubmitEvent, useEffect, useRef } from 'react';
import { Banner } from '#web/ui/banner.tsx';

export type Notice = { tone: 'error' | 'note' | 'warn'; text: string };

/**
 * The form of signing in, signing up, a code and a new password: what there is to tell, then the fields. A POST, so
 * that a password never stands in an address, should the browser itself send it.
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

  // In a low window what went wrong would stand above what can be seen, and the button would seem to do nothing.
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice) told.current?.scrollIntoView({ block: 'nearest' });
  }, [notice]);

  return (
    <>
      <div ref={told}>
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
