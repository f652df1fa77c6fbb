import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffEraseClient, staffErasure } from '#contract/staff.calls.ts';
import type { Client, Erasure } from '#contract/clients.schemas.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { HEALTH } from '#staff/api/unlock.ts';
import { consequences, eraseLabel } from '#staff/clients/erase-texts.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { FailedState } from '#web/ui/states.tsx';
import type { ApiError } from '#web/api/request.ts';

type EraseSheetProps = { client: Client; onClose: () => void; onErased: () => void };

/** Asks before a record without a login is deleted, and names what goes with it. */
export function EraseSheet({ client, onClose, onErased }: EraseSheetProps) {
  const first = client.first_name || client.name;
  const erase = useAction();
  const [changed, setChanged] = useState<Erasure | null>(null);
  const read = useQuery<Erasure, ApiError>({
    queryKey: [HEALTH, 'erasure', client.id],
    queryFn: ({ signal }) => callStaff(staffErasure, { params: { id: client.id } }, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const erasure = changed ?? read.data;
  return (
    <ActionSheet
      action={erase}
      title={`Delete the record of ${first}?`}
      subtitle="This is final."
      confirm={erasure ? eraseLabel(erasure) : 'Delete'}
      look="danger"
      blocked={!erasure}
      explain={({ code }) =>
        code === 'QUOTE_CHANGED' ? 'This has changed since you opened it. Please read it again.' : undefined
      }
      onClose={onClose}
      onConfirm={() =>
        erase.run(
          staffEraseClient,
          { params: { id: client.id }, body: { quote: erasure!.quote } },
          {
            done: onErased,
            refused: ({ code, details }) => {
              if (code === 'QUOTE_CHANGED') setChanged(details as Erasure);
            },
          },
        )
      }
    >
      {erasure ? (
        <ul className="erase-list">
          {consequences(erasure, first).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : read.error && !read.isFetching ? (
        <FailedState message={read.error.message} onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonGroup label="Loading what goes with it" rows={['h-5', 'mt-3 h-5 w-2/3']} />
      )}
    </ActionSheet>
  );
}
