import { useState } from 'react';
import { staffChangePassword } from '#contract/staff.calls.ts';
import { MIN_STAFF_PASSWORD, validatePassword } from '#domain/people/password.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { ProofField, useProof } from '#staff/sign-in/proof-field.tsx';
import { NewPasswordField } from '#staff/set-up/new-password-field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { showToast } from '#web/ui/toast.tsx';
import '#staff/set-up/set-up.css';

type SheetProps = { open: boolean; onClose: () => void };

export function PasswordSheet({ open, onClose }: SheetProps) {
  return open ? <OpenSheet onClose={onClose} /> : null;
}

function OpenSheet({ onClose }: Pick<SheetProps, 'onClose'>) {
  const [current_password, setCurrentPassword] = useState('');
  const [password, setPassword] = useState('');
  const { proof, setProof, refused, invalid } = useProof();
  const change = useAction();
  const answer = validatePassword(password, MIN_STAFF_PASSWORD);
  return (
    <ActionSheet
      action={change}
      title="Change your password"
      confirm="Change password"
      isForm
      className="grid gap-4.5"
      dirty={current_password !== '' || password !== ''}
      invalid={{
        ...invalid,
        current_password: current_password === '' ? 'Please enter your current password.' : null,
        new_password: answer.ok ? null : answer.message,
      }}
      onClose={onClose}
      onConfirm={() =>
        change.ask(() => callStaff(staffChangePassword, { body: { ...proof, current_password, password } }), {
          done: () => {
            showToast('Password changed. Other browsers are signed out.');
            onClose();
          },
          refused,
        })
      }
    >
      <PasswordField
        label="Current password"
        name="current_password"
        required
        autoComplete="current-password"
        value={current_password}
        onChange={setCurrentPassword}
      />
      <NewPasswordField label="New password" value={password} onChange={setPassword} />
      <ProofField value={proof} onChange={setProof} />
    </ActionSheet>
  );
}
