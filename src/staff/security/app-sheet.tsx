import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import type { OutputOf } from '#contract/call.ts';
import { staffConfirmTotp, staffOfferTotp } from '#contract/staff.calls.ts';
import { Sheet } from '#staff/parts/sheet.tsx';
import { callStaff } from '#staff/client/call-staff.ts';
import { otherError, ProofField, useProof } from '#staff/sign-in/proof-field.tsx';
import { AuthenticatorApp } from '#staff/set-up/authenticator-app.tsx';
import { CodeField } from '#staff/sign-in/code-field.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.tsx';
import type { ApiError } from '#web/client/request.ts';

type SheetProps = { open: boolean; onClose: () => void };

/** Replaces the authenticator app: a code of the old one, then a code of the new one. */
export function AppSheet({ open, onClose }: SheetProps) {
  return open ? <OpenSheet onClose={onClose} /> : null;
}

function OpenSheet({ onClose }: Pick<SheetProps, 'onClose'>) {
  const form = useId();
  const { proof, setProof, refused } = useProof();
  const [newCode, setNewCode] = useState('');
  const offer = useMutation<OutputOf<typeof staffOfferTotp>, ApiError>({
    mutationFn: () => callStaff(staffOfferTotp, { body: proof }),
    onError: refused,
  });
  const confirm = useMutation<unknown, ApiError>({
    mutationFn: () => callStaff(staffConfirmTotp, { body: { new_code: newCode } }),
    onSuccess: () => {
      showToast('Authenticator app replaced');
      onClose();
    },
  });
  const isBusy = offer.isPending || confirm.isPending;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (offer.data) confirm.mutate();
    else offer.mutate();
  };
  const isMismatch = confirm.error?.code === 'CodeMismatchException';
  const other = offer.data ? (isMismatch ? null : confirm.error) : otherError(offer.error);
  return (
    <Sheet
      open
      onClose={onClose}
      title="Replace your authenticator app"
      locked={isBusy}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={isBusy}>
            {offer.data ? 'Replace app' : 'Continue'}
          </Button>
        </>
      }
    >
      <form id={form} method="post" className="security-form" onSubmit={submit}>
        {offer.data ? (
          <>
            <AuthenticatorApp {...offer.data} />
            <CodeField
              label="Code that the new app shows"
              takesFocus
              value={newCode}
              onChange={setNewCode}
              error={isMismatch ? (confirm.error?.message ?? null) : null}
            />
            <p className="field-hint">Until you press Replace app, the old one keeps working.</p>
          </>
        ) : (
          <ProofField value={proof} onChange={setProof} error={offer.error} />
        )}
        {other && <Banner tone="error">{other.message}</Banner>}
      </form>
    </Sheet>
  );
}
