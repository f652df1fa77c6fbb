import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { staffNewRecoveryCodes } from '#contract/staff.calls.ts';
import { CloseButton, Sheet } from '#staff/parts/sheet.tsx';
import { callStaff } from '#staff/api/call-staff.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { ProofField, useProof } from '#staff/sign-in/proof-field.tsx';
import { securityQuery } from '#staff/api/security-query.ts';
import { RecoveryCodes } from '#staff/set-up/recovery-codes.tsx';

type SheetProps = { open: boolean; onClose: () => void; left: number };

export function RecoveryCodesSheet({ open, ...rest }: SheetProps) {
  return open ? <OpenSheet {...rest} /> : null;
}

function OpenSheet({ onClose, left }: Omit<SheetProps, 'open'>) {
  const queries = useQueryClient();
  const { proof, setProof, refused, invalid } = useProof();
  // `left` changes with the new codes.
  const [hadCodes] = useState(left > 0);
  const [isSaved, setIsSaved] = useState(false);
  const make = useAction();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes)
    return (
      <Sheet
        open
        onClose={onClose}
        title="Save your new recovery codes"
        dirty={!isSaved}
        footer={<CloseButton disabled={!isSaved} />}
      >
        <p>
          {`${hadCodes ? 'The old codes no longer work. ' : ''}Each of these works once, and they are shown only now.`}
        </p>
        <RecoveryCodes codes={codes} isSaved={isSaved} onSaved={setIsSaved} />
      </Sheet>
    );
  return (
    <ActionSheet
      action={make}
      title={left === 0 ? 'Make recovery codes' : 'Make new recovery codes?'}
      confirm={left === 0 ? 'Make codes' : 'Make new codes'}
      isForm
      className="grid gap-4.5"
      invalid={invalid}
      onClose={onClose}
      onConfirm={() =>
        make.ask(() => callStaff(staffNewRecoveryCodes, { body: proof }), {
          done: ({ recovery_codes }) => {
            setCodes(recovery_codes);
            return queries.invalidateQueries({ queryKey: securityQuery.queryKey });
          },
          refused,
        })
      }
    >
      <p>
        {left === 0
          ? 'Ten codes for the day you lose your phone. Each works once.'
          : `The ${left} codes that you have left stop working.`}
      </p>
      <ProofField value={proof} onChange={setProof} />
    </ActionSheet>
  );
}
