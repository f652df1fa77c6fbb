import { formatPhone } from '#domain/people/phone.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffMerge, staffMergeClient } from '#contract/staff.calls.ts';
import type { Client, ClientPage, Merge } from '#contract/clients.schemas.ts';
import { contactShown } from '#staff/parts/contact-links.tsx';
import { callStaff } from '#staff/api/call-staff.ts';
import { clientsQuery } from '#staff/api/client-queries.ts';
import { HEALTH } from '#staff/api/unlock.ts';
import { mergeTexts } from '#staff/clients/merge-texts.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { Pick } from '#staff/parts/pick.tsx';
import { useShown } from '#staff/parts/privacy.ts';
import { useAction } from '#staff/parts/use-action.ts';
import { Banner } from '#web/ui/banner.tsx';
import { TextField } from '#web/ui/field.tsx';
import { FailedState } from '#web/ui/states.tsx';
import type { ApiError } from '#web/api/request.ts';

const LISTED = 6;

type MergeSheetProps = { page: ClientPage; onClose: () => void; onMerged: (into: Client) => void };

/** Merges a record without a login into another one of the same person: which one, what moves, and the button. */
export function MergeSheet({ page: { client, login_of }, onClose, onMerged }: MergeSheetProps) {
  const first = client.first_name || client.name;
  const merge = useAction();
  const show = useShown();
  const [search, setSearch] = useState(show(client.email) || formatPhone(show(client.phone)));
  const [into, setInto] = useState(login_of?.id ?? null);
  const found = useQuery(clientsQuery(search.trim()));
  const clients = (found.data?.clients ?? []).filter(({ id }) => id !== client.id);
  const read = useQuery<Merge, ApiError>({
    queryKey: [HEALTH, 'merge', client.id, into],
    queryFn: ({ signal }) =>
      callStaff(staffMerge, { params: { id: client.id }, query: { into: into! } }, { signal }),
    enabled: into !== null,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const plan = read.data;
  return (
    <ActionSheet
      action={merge}
      title={`Merge the record of ${first} into another one?`}
      subtitle="For somebody who has two records. This is final."
      confirm={plan ? `Merge into ${plan.into.short_name}` : 'Choose a record'}
      look="danger"
      blocked={!plan || plan.refused !== null}
      onClose={onClose}
      onConfirm={() =>
        merge.run(staffMergeClient, { params: { id: client.id }, body: { into: into! } }, { done: onMerged })
      }
    >
      <TextField
        label="Find the other record"
        type="search"
        autoComplete="off"
        limit={100}
        hint="Name, phone or e-mail"
        value={search}
        onChange={setSearch}
      />
      {clients.length > 0 ? (
        <Pick
          legend="Into which record?"
          value={into}
          onChange={setInto}
          choices={clients.slice(0, LISTED).map((each) => ({
            value: each.id,
            label: each.name,
            reason: [contactShown(each, show), each.has_login ? 'has a login' : 'no login']
              .filter(Boolean)
              .join(' · '),
          }))}
        />
      ) : (
        found.data && <p>Nobody else found.</p>
      )}
      <div role="status">
        {plan &&
          (plan.refused === null ? (
            <ul className="erase-list">
              {mergeTexts(plan, first).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          ) : (
            <Banner tone="warn">{plan.refused}</Banner>
          ))}
      </div>
      {read.error && !read.isFetching && (
        <FailedState message={read.error.message} onRetry={() => void read.refetch()} />
      )}
    </ActionSheet>
  );
}
