import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId } from 'react';
import { staffRemovePasskey } from '#contract/staff.calls.ts';
import type { Passkey } from '#contract/staff.schemas.ts';
import { Sheet } from '#staff/parts/sheet.tsx';
import { callStaff } from '#staff/client/call-staff.ts';
import { otherError, ProofField, useProof } from '#staff/sign-in/proof-field.tsx';
import { securityQuery } from '#staff/client/security-query.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.tsx';
import type { ApiError } from '#web/client/request.ts';

type SheetProps = { passkey: Passkey | null; onClose: () => void };

export function RemovePasskeySheet({ passkey, onClose }: SheetProps) {
  return passkey ? <OpenSheet passkey={passkey} onClose={onClose} /> : null;
}

function OpenSheet({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const form = useId();
  const queries = useQueryClient();
  const { proof, setProof, refused } = useProof();
  const remove = useMutation<unknown, ApiError>({
    mutationFn: () => callStaff(staffRemovePasskey, { params: { id }, body: proof }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: securityQuery.queryKey });
      showToast('Passkey removed');
      onClose();
      document.querySelector<HTMLElement>('#passkeys-title')?.focus();
    },
    onError: refused,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!remove.isPending) remove.mutate();
  };
  const other = otherError(remove.error);
  return (
    <Sheet
      open
      onClose={onClose}
      title={`Remove “${name}”?`}
      locked={remove.isPending}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Keep it
          </Button>
          <Button type="submit" look="danger" form={form} busy={remove.isPending}>
            Remove passkey
          </Button>
        </>
      }
    >
      <form id={form} method="post" className="security-form" onSubmit={submit}>
        <p>
          It no longer signs you in. The device or password manager keeps its copy until you delete it there.
        </p>
        <ProofField value={proof} onChange={setProof} error={remove.error} />
        {other && <Banner tone="error">{other.message}</Banner>}
      </form>
    </Sheet>
  );
}
