import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { staffAddPasskey } from '#contract/staff.calls.ts';
import { Sheet } from '#staff/parts/sheet.tsx';
import { callStaff } from '#staff/client/call-staff.ts';
import { makePasskey, type NewPasskey } from '#staff/passkeys/passkey-prompt.ts';
import { otherError, ProofField, useProof } from '#staff/sign-in/proof-field.tsx';
import { securityQuery } from '#staff/client/security-query.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { ApiError } from '#web/client/request.ts';

type SheetProps = { open: boolean; onClose: () => void; device: string };

export function AddPasskeySheet({ open, ...rest }: SheetProps) {
  return open ? <OpenSheet {...rest} /> : null;
}

function OpenSheet({ onClose, device }: Omit<SheetProps, 'open'>) {
  const form = useId();
  const queries = useQueryClient();
  const [name, setName] = useState(device);
  const { proof, setProof, refused } = useProof();
  // Kept after a mistyped code, so that the device is not asked twice.
  const made = useRef<NewPasskey>(null);
  const add = useMutation<unknown, Error>({
    mutationFn: async () => {
      made.current ??= await makePasskey();
      await callStaff(staffAddPasskey, { body: { ...made.current, ...proof, name } });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: securityQuery.queryKey });
      showToast('Passkey added');
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.code === 'PASSKEY_NOT_ACCEPTED') made.current = null;
      refused(error);
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate();
  };
  const answered = add.error instanceof ApiError ? add.error : null;
  const other = answered ? otherError(answered) : add.error;
  return (
    <Sheet
      open
      onClose={onClose}
      title="Add a passkey"
      locked={add.isPending}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={add.isPending}>
            Add passkey
          </Button>
        </>
      }
    >
      <form id={form} method="post" className="security-form" onSubmit={submit}>
        <p>Your browser asks where to keep it: on this device, in a password manager or on a security key.</p>
        <TextField
          label="Name"
          hint="So that you know later which one it is."
          name="name"
          required
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={setName}
        />
        <ProofField value={proof} onChange={setProof} error={answered} />
        {other && <Banner tone="error">{other.message}</Banner>}
      </form>
    </Sheet>
  );
}
