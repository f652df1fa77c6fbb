import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { practice } from '#content/public/practice.ts';
import type { NotesOfVisit } from '#contract/notes.schemas.ts';
import { formatClockRange, formatDayOf } from '#domain/time/date-formats.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { type DeviceDraft, type DeviceDrafts, deviceDrafts } from '#staff/api/device-drafts.ts';
import { notesQuery, type RecommendationDraft } from '#staff/notes/note-queries.ts';
import { PinnedNoteBox } from '#staff/notes/pinned-note.tsx';
import { RecommendationCard, recommendationDraft } from '#staff/notes/recommendation-card.tsx';
import { addendumDraft, SessionNoteCard } from '#staff/notes/session-note-card.tsx';
import { NoteText } from '#staff/notes/signed-note.tsx';
import { SinceLastTimeBox } from '#staff/notes/since-last-time.tsx';
import { bookingPath } from '#staff/parts/session-texts.ts';
import { HealthData } from '#staff/unlock/health-data.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { useNow } from '#web/ui/use-now.ts';
import './notes.css';

const { zone } = practice;

/** Writing about a visit, with what was written before next to it. Unlocks health data first. */
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
  <SkeletonGroup label="Loading the notes" className="grid gap-4 max-w-176" rows={['h-8 w-1/2', 'h-64']} />
);

/** What was typed in this browser and did not reach the server. */
type TypedHere = {
  note: DeviceDraft | null;
  addendum: DeviceDraft | null;
  recommendation: DeviceDraft<RecommendationDraft> | null;
};

/** Looks first for what was typed in this browser. */
function WithDraft({ notes }: { notes: NotesOfVisit }) {
  const [drafts] = useState(() => deviceDrafts(notes.draft_key));
  const [typed, setTyped] = useState<TypedHere>();
  const { booking_id } = notes.visit;
  useEffect(() => {
    let isGone = false;
    void Promise.all([
      drafts.load(booking_id),
      drafts.load(addendumDraft(booking_id)),
      drafts.load<RecommendationDraft>(recommendationDraft(booking_id)),
    ]).then(([note, addendum, recommendation]) => isGone || setTyped({ note, addendum, recommendation }));
    return () => {
      isGone = true;
    };
  }, [drafts, booking_id]);
  if (!typed) return <NotesSkeleton />;
  return <Notes notes={notes} typed={typed} drafts={drafts} />;
}

type NotesProps = { notes: NotesOfVisit; typed: TypedHere; drafts: DeviceDrafts };

function Notes({ notes, typed, drafts }: NotesProps) {
  const { note, recommendation, last_note, pinned_note } = notes;
  const now = useNow();
  const { visit } = notes;
  const queries = useQueryClient();
  const [shown, setShown] = useState<'mine' | 'theirs'>('mine');
  // The latest answer, since both cards change it.
  const keep = (change: Partial<NotesOfVisit>) =>
    queries.setQueryData<NotesOfVisit>(
      notesQuery(visit.booking_id).queryKey,
      (latest) => latest && { ...latest, ...change },
    );
  return (
    <div className="notes">
      <p className="max-w-none text-muted desktop:col-span-full">
        <b>{visit.client.name}</b>, <Link to={bookingPath(visit.booking_id)}>{visit.service_name}</Link>,{' '}
        {formatDayOf(visit.start_time, zone)}, {formatClockRange(visit.start_time, visit.end_time, zone)}
      </p>
      <div className="grid grid-cols-1 gap-4 content-start" data-shown={shown}>
        <div className="segments grid grid-cols-[1fr_1fr] tablet:hidden" role="group" aria-label="Shown">
          <button type="button" aria-pressed={shown === 'mine'} onClick={() => setShown('mine')}>
            For you
          </button>
          <button type="button" aria-pressed={shown === 'theirs'} onClick={() => setShown('theirs')}>
            For {visit.client.first_name}
          </button>
        </div>
        <SessionNoteCard
          key={note?.signed ? 'signed' : 'draft'}
          visit={visit}
          note={note}
          draft={typed.note}
          addendum={typed.addendum}
          drafts={drafts}
          onChanged={(changed) => keep({ note: changed })}
        />
        <RecommendationCard
          visit={visit}
          recommendation={recommendation}
          draft={typed.recommendation}
          drafts={drafts}
          onChanged={(changed) => keep({ recommendation: changed })}
          onReload={() => queries.refetchQueries({ queryKey: notesQuery(visit.booking_id).queryKey })}
        />
      </div>
      <div className="grid gap-4 content-start">
        <PinnedNoteBox visit={visit} pinned_note={pinned_note} />
        <SinceLastTimeBox since={notes.since_last_time} client_id={visit.client.id} now={now} />
        {last_note && (
          <section className="staff-box note-side" aria-labelledby="last-note">
            <header>
              <h2 id="last-note">Last time</h2>
              <p className="grow basis-full text-muted text-grid">
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
