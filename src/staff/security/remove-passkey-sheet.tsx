import { useQueryClient } from '@tanstack/react-query';
import { staffRemovePasskey } from '#contract/staff.calls.ts';
import type { Passkey } from '#contract/staff.schemas.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { ProofField, useProof } from '#staff/sign-in/proof-field.tsx';
import { securityQuery } from '#staff/api/security-query.ts';
import { showToast } from '#web/ui/toast.tsx';

type SheetProps = { passkey: Passkey | null; onClose: () => void };

export function RemovePasskeySheet({ passkey, onClose }: SheetProps) {
  return passkey ? <OpenSheet passkey={passkey} onClose={onClose} /> : null;
}

function OpenSheet({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
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
