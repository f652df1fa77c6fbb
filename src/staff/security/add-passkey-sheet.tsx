import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { staffAddPasskey } from '#contract/staff.calls.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { makePasskey, type NewPasskey } from '#staff/passkeys/passkey-prompt.ts';
import { ProofField, useProof } from '#staff/sign-in/proof-field.tsx';
import { securityQuery } from '#staff/api/security-query.ts';
import { TextField } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.tsx';

type SheetProps = { open: boolean; onClose: () => void; device: string };

export function AddPasskeySheet({ open, ...rest }: SheetProps) {
  return open ? <OpenSheet {...rest} /> : null;
}

function OpenSheet({ onClose, device }: Omit<SheetProps, 'open'>) {
  const queries = useQueryClient();
  const [name, setName] = useState(device);
  const { proof, setProof, refused, invalid } = useProof();
  // Kept after a mistyped code, so that the device is not asked twice.
  const made = useRef<NewPasskey>(null);
  const add = useAction();
  const onConfirm = () =>
    add.ask(
      async () => {
        made.current ??= await makePasskey();
        await callStaff(staffAddPasskey, { body: { ...made.current, ...proof, name } });
      },
      {
        done: async () => {
          await queries.invalidateQueries({ queryKey: securityQuery.queryKey });
          showToast('Passkey added');
          onClose();
        },
        refused: (error) => {
          if (error.code === 'PASSKEY_NOT_ACCEPTED') made.current = null;
          refused(error);
        },
      },
    );
  return (
    <ActionSheet
      action={add}
      title="Add a passkey"
      confirm="Add passkey"
      isForm
      className="grid gap-4.5"
      invalid={{ ...invalid, name: name.trim() === '' ? 'Please give it a name.' : null }}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <p>Your browser asks where to keep it: on this device, in a password manager or on a security key.</p>
      <TextField
        label="Name"
        hint="So that you know later which one it is."
        name="name"
        limit={60}
        autoComplete="off"
        value={name}
        onChange={setName}
      />
      <ProofField value={proof} onChange={setProof} />
    </ActionSheet>
  );
}
