import '#web/ui/dialog.css';
import '#staff/sign-in/gate.css';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import type { Me } from '#contract/staff.schemas.ts';
import { endedSession } from '#staff/api/session.ts';
import { SignInForm } from '#staff/sign-in/sign-in-form.tsx';
import { openModal } from '#web/ui/open-modal.ts';

/**
 * Covers the screen after the session has ended. The screen behind stays as it is, so that nothing typed is lost, but it
 * is hidden, because the browser may be in other hands by now.
 */
export function SignInAgain({ me }: { me: Me }) {
  const queries = useQueryClient();
  const title = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => (dialog.current ? openModal(dialog.current) : undefined), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      className="dialog dialog-narrow sign-in-again"
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.preventDefault();
      }}
      onCancel={(event) => event.preventDefault()}
      onClose={() => {
        // The browser can force closing (Esc twice, the back gesture).
        if (dialog.current?.isConnected) dialog.current.showModal();
      }}
    >
      <div className="dialog-frame">
        <header className="dialog-head">
          <div className="min-w-0 flex-1">
            <h2 id={title} tabIndex={-1} data-autofocus="">
              Please sign in again
            </h2>
            <p className="mt-1.5 text-muted">You were signed out. Your screen is as you left it.</p>
          </div>
        </header>
        <div className="dialog-body">
          <SignInForm
            email={me.email}
            onDone={(next) => {
              // What is open belongs to the member who was signed in before.
              if (next.id !== me.id) return window.location.assign('/staff');
              endedSession.set(false);
              void queries.invalidateQueries();
            }}
          />
        </div>
      </div>
    </dialog>
  );
}
