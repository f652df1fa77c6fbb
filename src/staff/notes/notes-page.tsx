import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { practice } from '#content/public/practice.ts';
import type { NotesOfVisit } from '#contract/notes.schemas.ts';
import { formatClockRange, formatDayOf } from '#domain/date-formats.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { type DeviceDraft, type DeviceDrafts, deviceDrafts } from '#staff/client/device-drafts.ts';
import { notesQuery } from '#staff/notes/note-queries.ts';
import { PinnedNoteBox } from '#staff/notes/pinned-note.tsx';
import { SessionNoteCard } from '#staff/notes/session-note-card.tsx';
import { NoteText } from '#staff/notes/signed-note.tsx';
import { usePrivate } from '#staff/parts/privacy.ts';
import { bookingPath } from '#staff/parts/session-texts.ts';
import { HealthData } from '#staff/unlock/health-data.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import './notes.css';

const { zone } = practice;

/** Writing about a visit, with what was written before beside it. Unlocks health data first. */
export function NotesPage() {
  const { id = '' } = useParams();
  return (
    <StaffPage title="Notes" back={{ to: bookingPath(id), label: 'Back to the booking' }}>
      <HealthData key={id} query={notesQuery(id)} skeleton={<NotesSkeleton />}>
        {(notes) => <WithDraft notes={notes} />}
      </HealthData>
    </StaffPage>
  );
}

const NotesSkeleton = () => (
  <SkeletonGroup label="Loading the notes" className="notes-skeleton">
    <Skeleton className="h-8 w-1/2" />
    <Skeleton className="h-64" />
  </SkeletonGroup>
);

/** Looks first for what was typed in this browser and did not reach the server. */
function WithDraft({ notes }: { notes: NotesOfVisit }) {
  const [drafts] = useState(() => deviceDrafts(notes.draft_key));
  const [draft, setDraft] = useState<DeviceDraft | null | undefined>(undefined);
  const name = notes.visit.booking_id;
  useEffect(() => {
    let isGone = false;
    void drafts.load(name).then((found) => isGone || setDraft(found));
    return () => {
      isGone = true;
    };
  }, [drafts, name]);
  if (draft === undefined) return <NotesSkeleton />;
  return <Notes notes={notes} draft={draft} drafts={drafts} />;
}

type NotesProps = { notes: NotesOfVisit; draft: DeviceDraft | null; drafts: DeviceDrafts };

function Notes({ notes, draft, drafts }: NotesProps) {
  const { note, last_note, pinned_note } = notes;
  const visit = usePrivate(notes.visit);
  const queries = useQueryClient();
  return (
    <div className="notes">
      <p className="notes-when">
        <b>{visit.client.name}</b>, <Link to={bookingPath(visit.booking_id)}>{visit.service_name}</Link>,{' '}
        {formatDayOf(visit.start_time, zone)}, {formatClockRange(visit.start_time, visit.end_time, zone)}
      </p>
      <div className="notes-main">
        <SessionNoteCard
          key={note?.signed ? 'signed' : 'draft'}
          visit={visit}
          note={note}
          draft={draft}
          drafts={drafts}
          onChanged={(changed) =>
            queries.setQueryData(notesQuery(visit.booking_id).queryKey, { ...notes, note: changed })
          }
        />
      </div>
      <div className="notes-side">
        <PinnedNoteBox visit={visit} pinned_note={pinned_note} />
        {last_note && (
          <section className="staff-box note-side" aria-labelledby="last-note">
            <header>
              <h2 id="last-note">Last time</h2>
              <p>
                {last_note.service_name}, {formatDayOf(last_note.start_time, zone)}
              </p>
            </header>
            <NoteText note={last_note} />
          </section>
        )}
      </div>
    </div>
  );
}
