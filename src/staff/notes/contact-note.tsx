import { useEffect, useState } from 'react';
import type { Client } from '#contract/clients.schemas.ts';
import type { SessionNote } from '#contract/notes.schemas.ts';
import type { Contact } from '#domain/visits/contacts.ts';
import { type DeviceDraft, deviceDrafts } from '#staff/api/device-drafts.ts';
import { addendumDraft, SessionNoteCard } from '#staff/notes/session-note-card.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';

type ContactNoteProps = {
  id: string;
  contact: Contact;
  client: Pick<Client, 'id' | 'name' | 'first_name'>;
  /** Null: it is begun now. */
  note: SessionNote | null;
  draft_key: string;
};

/** A note without a visit, written where it is read. Looks first for what was typed in this browser. */
export function ContactNote({ id, contact, client, note: stored, draft_key }: ContactNoteProps) {
  const [drafts] = useState(() => deviceDrafts(draft_key));
  const [typed, setTyped] = useState<(DeviceDraft | null)[]>();
  const [note, setNote] = useState(stored);
  useEffect(() => {
    let isGone = false;
    void Promise.all([drafts.load(id), drafts.load(addendumDraft(id))]).then(
      (found) => isGone || setTyped(found),
    );
    return () => {
      isGone = true;
    };
  }, [drafts, id]);
  if (!typed) return <SkeletonGroup label="Loading the note" rows={['h-32']} />;
  return (
    <SessionNoteCard
      key={note?.signed ? 'signed' : 'draft'}
      visit={{
        booking_id: id,
        client: { first_name: client.first_name || client.name },
        contact: { client_id: client.id, kind: contact },
      }}
      note={note}
      draft={typed[0] ?? null}
      addendum={typed[1] ?? null}
      drafts={drafts}
      onChanged={setNote}
    />
  );
}
