import { useState } from 'react';
import type { OutputOf } from '#contract/call.ts';
import { staffConfirmTotp, staffOfferTotp } from '#contract/staff.calls.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { ProofField, useProof } from '#staff/sign-in/proof-field.tsx';
import { AuthenticatorApp } from '#staff/set-up/authenticator-app.tsx';
import { CodeField } from '#staff/sign-in/code-field.tsx';
import { showToast } from '#web/ui/toast.tsx';

type SheetProps = { open: boolean; onClose: () => void };

/** Replaces the authenticator app: a code of the old one, then a code of the new one. */
export function AppSheet({ open, onClose }: SheetProps) {
  return open ? <OpenSheet onClose={onClose} /> : null;
}

function OpenSheet({ onClose }: Pick<SheetProps, 'onClose'>) {
  const { proof, setProof, refused, invalid } = useProof();
  const [newCode, setNewCode] = useState('');
  const [offered, setOffered] = useState<OutputOf<typeof staffOfferTotp> | null>(null);
  const replace = useAction();
  const onOffer = () =>
    replace.ask(() => callStaff(staffOfferTotp, { body: proof }), { done: setOffered, refused });
  const onReplace = () =>
    replace.ask(() => callStaff(staffConfirmTotp, { body: { new_code: newCode } }), {
      done: () => {
        showToast('Authenticator app replaced');
        onClose();
      },
    });
  return (
    <ActionSheet
      action={replace}
      title="Replace your authenticator app"
      confirm={offered ? 'Replace app' : 'Continue'}
      isForm
      className="grid gap-4.5"
      invalid={offered ? { code: newCode === '' ? 'Please enter a code.' : null } : invalid}
      onClose={onClose}
      onConfirm={offered ? onReplace : onOffer}
    >
      {offered ? (
        <>
          <AuthenticatorApp {...offered} />
          <CodeField label="Code that the new app shows" takesFocus value={newCode} onChange={setNewCode} />
          <p className="field-hint">Until you press Replace app, the old one keeps working.</p>
        </>
      ) : (
        <ProofField value={proof} onChange={setProof} />
      )}
    </ActionSheet>
  );
}
