import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import type { OutputOf } from '#contract/call.ts';
import { staffNewRecoveryCodes } from '#contract/staff.calls.ts';
import { Sheet } from '#staff/parts/sheet.tsx';
import { callStaff } from '#staff/client/call-staff.ts';
import { otherError, ProofField, useProof } from '#staff/sign-in/proof-field.tsx';
import { securityQuery } from '#staff/client/security-query.ts';
import { RecoveryCodes } from '#staff/set-up/recovery-codes.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import type { ApiError } from '#web/client/request.ts';

type SheetProps = { open: boolean; onClose: () => void; left: number };

export function RecoveryCodesSheet({ open, ...rest }: SheetProps) {
  return open ? <OpenSheet {...rest} /> : null;
}

function OpenSheet({ onClose, left }: Omit<SheetProps, 'open'>) {
  const form = useId();
  const queries = useQueryClient();
  const { proof, setProof, refused } = useProof();
  // `left` changes with the new codes.
  const [hadCodes] = useState(left > 0);
  const [isSaved, setIsSaved] = useState(false);
  const make = useMutation<OutputOf<typeof staffNewRecoveryCodes>, ApiError>({
    mutationFn: () => callStaff(staffNewRecoveryCodes, { body: proof }),
    onError: refused,
    onSuccess: () => queries.invalidateQueries({ queryKey: securityQuery.queryKey }),
  });
  const codes = make.data?.recovery_codes;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!make.isPending) make.mutate();
  };
  const other = otherError(make.error);
  if (codes)
    return (
      <Sheet
        open
        onClose={onClose}
        title="Save your new recovery codes"
        dirty={!isSaved}
        footer={
          <Button disabled={!isSaved} onClick={onClose}>
            Done
          </Button>
        }
      >
        <p>
          {hadCodes && 'The old codes no longer work. '}Each of these works once, and they are shown only now.
        </p>
        <RecoveryCodes codes={codes} isSaved={isSaved} onSaved={setIsSaved} />
      </Sheet>
    );
  return (
    <Sheet
      open
      onClose={onClose}
      title={left === 0 ? 'Make recovery codes' : 'Make new recovery codes?'}
      locked={make.isPending}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={make.isPending}>
            {left === 0 ? 'Make codes' : 'Make new codes'}
          </Button>
        </>
      }
    >
      <form id={form} method="post" className="security-form" onSubmit={submit}>
        <p>
          {left === 0
            ? 'Ten codes for the day you lose your phone. Each works once.'
            : `The ${left} codes that you have left stop working.`}
        </p>
        <ProofField value={proof} onChange={setProof} error={make.error} />
        {other && <Banner tone="error">{other.message}</Banner>}
      </form>
    </Sheet>
  );
}
