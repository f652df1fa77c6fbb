import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { staffChangePassword } from '#contract/staff.calls.ts';
import { MIN_STAFF_PASSWORD, validatePassword } from '#domain/password.ts';
import { Sheet } from '#staff/parts/sheet.tsx';
import { callStaff } from '#staff/client/call-staff.ts';
import { otherError, ProofField, useProof } from '#staff/sign-in/proof-field.tsx';
import { NewPasswordField } from '#staff/set-up/new-password-field.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.tsx';
import type { ApiError } from '#web/client/request.ts';
import '#staff/set-up/set-up.css';

type SheetProps = { open: boolean; onClose: () => void };

export function PasswordSheet({ open, onClose }: SheetProps) {
  return open ? <OpenSheet onClose={onClose} /> : null;
}

function OpenSheet({ onClose }: Pick<SheetProps, 'onClose'>) {
  const form = useId();
  const [password, setPassword] = useState('');
  const { proof, setProof, refused } = useProof();
  const [passwordError, setPasswordError] = useState<string | null>(null);
  const change = useMutation<unknown, ApiError>({
    mutationFn: () => callStaff(staffChangePassword, { body: { ...proof, password } }),
    onError: refused,
    onSuccess: () => {
      showToast('Password changed. Other browsers are signed out.');
      onClose();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const answer = validatePassword(password, MIN_STAFF_PASSWORD);
    setPasswordError(answer.ok ? null : answer.message);
    if (answer.ok && !change.isPending) change.mutate();
  };
  const other = otherError(change.error);
  return (
    <Sheet
      open
      onClose={onClose}
      title="Change your password"
      locked={change.isPending}
      dirty={password !== ''}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={change.isPending}>
            Change password
          </Button>
        </>
      }
    >
      <form id={form} method="post" className="security-form" onSubmit={submit}>
        <NewPasswordField
          label="New password"
          value={password}
          onChange={setPassword}
          error={passwordError}
        />
        <ProofField value={proof} onChange={setProof} error={change.error} />
        {other && <Banner tone="error">{other.message}</Banner>}
      </form>
    </Sheet>
  );
}
