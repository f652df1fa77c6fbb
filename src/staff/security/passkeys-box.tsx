import { useRef, useState } from 'react';
import { Plus } from 'lucide';
import type { Passkey } from '#contract/staff.schemas.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { canUsePasskeys, makePasskey, type NewPasskey } from '#staff/passkeys/passkey-prompt.ts';
import { formatInstant, securityQuery } from '#staff/api/security-query.ts';
import { Button, TextButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { staffAddPasskey, staffRemovePasskey } from '#contract/staff.calls.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { ProofField, useProof } from '#staff/sign-in/proof-field.tsx';
import { TextField } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast.tsx';

type RemoveProps = { passkey: Passkey | null; onClose: () => void };

function RemovePasskeySheet({ passkey, onClose }: RemoveProps) {
  return passkey ? <OpenRemoval passkey={passkey} onClose={onClose} /> : null;
}

function OpenRemoval({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const queries = useQueryClient();
  const { proof, setProof, refused, invalid } = useProof();
  const remove = useAction();
  const onRemoved = async () => {
    await queries.invalidateQueries({ queryKey: securityQuery.queryKey });
    showToast('Passkey removed');
    onClose();
    document.querySelector<HTMLElement>('#passkeys-title')?.focus();
  };
  return (
    <ActionSheet
      action={remove}
      title={`Remove “${name}”?`}
      confirm="Remove passkey"
      look="danger"
      isForm
      className="grid gap-4.5"
      invalid={invalid}
      onClose={onClose}
      onConfirm={() =>
        remove.ask(() => callStaff(staffRemovePasskey, { params: { id }, body: proof }), {
          done: onRemoved,
          refused,
        })
      }
    >
      <p>
        It no longer signs you in. The device or password manager keeps its copy until you delete it there.
      </p>
      <ProofField value={proof} onChange={setProof} />
    </ActionSheet>
  );
}

type SheetProps = { open: boolean; onClose: () => void; device: string };

function AddPasskeySheet({ open, ...rest }: SheetProps) {
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

/** The member's passkeys. `device`: the name of this browser, which a new one gets by default. */
export function PasskeysBox({ passkeys, device }: { passkeys: readonly Passkey[]; device: string }) {
  const [open, setOpen] = useState<'ADD' | Passkey | null>(null);
  const isOnline = useOnline();
  const close = () => setOpen(null);
  return (
    <section className="staff-box" aria-labelledby="passkeys-title">
      <h2 id="passkeys-title" tabIndex={-1}>
        Passkeys
      </h2>
      <p className="max-w-none mb-2.5 text-muted text-grid">
        Sign in with your finger, your face or the PIN of a device, instead of password and code.
      </p>
      <ul>
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="security-row">
            <div>
              <h3>{passkey.name}</h3>
              <p>
                Added {formatInstant(passkey.created_at)}.{' '}
                {passkey.last_used_at ? `Last used ${formatInstant(passkey.last_used_at)}.` : 'Not used yet.'}
              </p>
            </div>
            <TextButton
              className="act act-danger"
              aria-label={`Remove: ${passkey.name}`}
              disabled={!isOnline}
              onClick={() => setOpen(passkey)}
            >
              Remove
            </TextButton>
          </li>
        ))}
      </ul>
      <div className="security-row">
        {canUsePasskeys() ? (
          <Button
            look="secondary"
            icon={<Icon of={Plus} />}
            disabled={!isOnline}
            onClick={() => setOpen('ADD')}
          >
            Add a passkey
          </Button>
        ) : (
          <p>This browser can’t use passkeys here. They need a recent browser and an address with https.</p>
        )}
      </div>
      <AddPasskeySheet open={open === 'ADD'} onClose={close} device={device} />
      <RemovePasskeySheet passkey={open === 'ADD' ? null : open} onClose={close} />
    </section>
  );
}
