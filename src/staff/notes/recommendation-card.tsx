import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { NotesOfVisit, Recommendation, RecommendationFacts } from '#contract/notes.schemas.ts';
import { formatDayMonth, formatDayTime } from '#domain/time/date-formats.ts';
import { isEmptyNote } from '#domain/text/notes.ts';
import { isSameSuggestion } from '#domain/visits/suggestions.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { useWrittenOut } from '#staff/parts/privacy.ts';
import type { DeviceDraft, DeviceDrafts } from '#staff/api/device-drafts.ts';
import { DraftConflict } from '#staff/notes/draft-conflict.tsx';
import {
  isSameDraft,
  type RecommendationDraft,
  saveRecommendation,
  storedRecommendation,
} from '#staff/notes/note-queries.ts';
import { PublishSheet } from '#staff/notes/publish-sheet.tsx';
import { RecommendationPreview } from '#staff/notes/recommendation-preview.tsx';
import { SaveStatus } from '#staff/parts/save-status.tsx';
import { SuggestionForm } from '#staff/notes/suggestion-form.tsx';
import { openSuggestion, suggestionStateText } from '#staff/notes/suggestion-texts.ts';
import { SuggestedLine } from '#staff/notes/suggested-line.tsx';
import { useDraft } from '#staff/parts/use-draft.ts';
import { WithdrawSheet } from '#staff/notes/withdraw-sheet.tsx';
import { NoteEditor } from '#web/editor/note-editor.tsx';
import { noteBytes, sizeState } from '#web/editor/note-size.ts';
import { isSameNote } from '#web/editor/same-note.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useNow } from '#web/ui/use-now.ts';

const { zone } = practice;

/** The name of the draft of a recommendation in this browser. */
export const recommendationDraft = (booking_id: string): string => `recommendation-draft:${booking_id}`;

type KeptDraft = DeviceDraft<RecommendationDraft>;
type RecommendationCardProps = {
  visit: NotesOfVisit['visit'];
  recommendation: Recommendation;
  /** What was typed in this browser and did not reach the server. */
  draft: KeptDraft | null;
  drafts: DeviceDrafts;
  onChanged: (recommendation: Recommendation) => void;
  /** Asks for it again. */
  onReload: () => Promise<void>;
};

/** 'For Maren': what the client reads of a visit, once it is published. */
export function RecommendationCard({
  visit,
  recommendation,
  draft,
  drafts,
  onChanged,
  onReload,
}: RecommendationCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // A publication and a withdrawal make the editor anew, over the version that they made.
  const [made, setMade] = useState({ count: 0, kept: draft, announced: '' });
  const { first_name } = visit.client;
  const remake = (announced: string, kept: KeptDraft | null) =>
    setMade(({ count }) => ({ count: count + 1, kept, announced }));
  // The button that was pressed is gone with the sheet.
  useEffect(() => {
    if (made.count > 0) heading.current?.focus();
  }, [made.count]);
  const state = stateOf(recommendation);
  return (
    <section className="staff-box note-card is-theirs" aria-labelledby="recommendation">
      <header>
        <h2 ref={heading} tabIndex={-1} id="recommendation">
          For {first_name}
        </h2>
        <p>{first_name} reads this after you publish.</p>
        <span
          className={classNames(
            'note-draft',
            recommendation.is_published ? 'bg-sage-wash text-sage-strong' : 'bg-sunken text-muted',
          )}
        >
          {state}
        </span>
      </header>
      <p role="status" className="sr-only">
        {made.announced}
      </p>
      <Writing
        key={made.count}
        {...{ visit, recommendation, drafts }}
        draft={made.kept}
        onPublished={(facts, published) => {
          const next_step = openSuggestion(facts.suggestion);
          onChanged({ ...facts, draft: null, published, next_step });
          remake(`Published for ${first_name}.`, null);
        }}
        onWithdrawn={(facts, { text, next_step }) => {
          onChanged({ ...facts, draft: text, published: null, next_step });
          remake('Withdrawn. It is a draft again.', null);
        }}
        onChangedElsewhere={(mine) => void onReload().then(() => remake('', mine))}
      />
    </section>
  );
}

type WritingProps = Omit<RecommendationCardProps, 'onChanged' | 'onReload'> & {
  onPublished: (facts: RecommendationFacts, published: RecommendationDraft['text']) => void;
  onWithdrawn: (facts: RecommendationFacts, draft: RecommendationDraft) => void;
  onChangedElsewhere: (mine: KeptDraft) => void;
};

function Writing({
  visit,
  recommendation,
  draft: kept,
  drafts,
  onPublished,
  onWithdrawn,
  onChangedElsewhere,
}: WritingProps) {
  const { booking_id, client } = visit;
  const { published, suggestion } = recommendation;
  const [opened, setOpened] = useState<'PREVIEW' | 'PUBLISH' | 'WITHDRAW' | null>(null);
  const [isReady, setIsReady] = useState(false);
  const now = useNow();
  // What is suggested is in the saver, which reports only its state.
  const [, render] = useState(0);
  const draft = useDraft({
    stored: storedRecommendation(recommendation),
    save: saveRecommendation(booking_id),
    isSame: isSameDraft,
    device: { kept, drafts, name: recommendationDraft(booking_id) },
  });
  const { saver, state } = draft;
  const { text, next_step } = saver.body;
  const isEmpty = isEmptyNote(text);
  const isTooLarge = sizeState(noteBytes(text)) === 'too-large';
  const why = whyNot(visit, now);
  const hasNews =
    published === null ||
    !isSameSuggestion(next_step, openSuggestion(suggestion)) ||
    !isSameNote(text, published);
  const mayPublish = isReady && !isEmpty && !isTooLarge && why === null && hasNews;

  const writtenOut = useWrittenOut();
  const open = async (which: 'PUBLISH' | 'WITHDRAW') => {
    if (which === 'PUBLISH' && !mayPublish) return;
    const { kind } = await draft.flush();
    if (kind === 'SAVED') setOpened(which);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    if (event.key === 's') void draft.flush();
    else if (event.key === 'Enter') void open('PUBLISH');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (state.kind === 'CONFLICT')
    return <RecommendationConflict mine={saver.body} theirs={state.theirs.body} onResolve={draft.resolve} />;
  const ended = suggestionStateText(suggestion, client.first_name);
  return (
    // Before the editor, to which Enter is a new line.
    <div onKeyDownCapture={onKeyDown}>
      <NoteEditor
        isForStaff
        key={draft.editor_key}
        initial={draft.initial.text}
        // The editor writes them into the page itself.
        label={writtenOut(`Recommendation for ${client.first_name}`)}
        placeholder={writtenOut(`What ${client.first_name} takes home.`)}
        // The note above is written first; a text that was chosen here goes on here.
        takesFocus={draft.editor_key > 0}
        onReady={() => setIsReady(true)}
        // The latest document: what is suggested may have changed since this was rendered.
        onChange={(typed) => draft.change({ ...saver.body, text: typed })}
      />
      {isTooLarge && <Banner tone="error">This note is larger than 2 MB. Please remove a picture.</Banner>}
      <SuggestionForm
        service_name={visit.service_name}
        client={client}
        choice={next_step}
        onChange={(chosen) => {
          draft.change({ ...saver.body, next_step: chosen });
          render((count) => count + 1);
        }}
      />
      {ended !== null && <p className="px-4.5 pb-3.5 text-muted text-grid">{ended}</p>}
      <footer>
        <SaveStatus state={state} isOnDevice={draft.isOnDevice} />
        <div className="acts">
          {published !== null && (
            <Button look="ghost" size="sm" onClick={() => void open('WITHDRAW')}>
              Withdraw
            </Button>
          )}
          <Button
            look="secondary"
            size="sm"
            disabled={!isReady || isEmpty}
            onClick={() => setOpened('PREVIEW')}
          >
            Preview
          </Button>
          <Button
            size="sm"
            aria-keyshortcuts="Control+Enter"
            disabled={!mayPublish}
            onClick={() => void open('PUBLISH')}
          >
            {published === null ? `Publish for ${client.first_name}` : 'Publish the changes'}
          </Button>
        </div>
      </footer>
      {why !== null && <p className="px-4.5 pb-3.5 text-muted text-grid">{why}</p>}
      {opened === 'PREVIEW' && (
        <RecommendationPreview
          body={text}
          {...{ client }}
          choice={next_step}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'PUBLISH' && (
        <PublishSheet
          {...{ visit, recommendation }}
          version={saver.version}
          choice={next_step}
          onClose={() => setOpened(null)}
          onPublished={(facts) => onPublished(facts, text)}
          onChangedElsewhere={() => onChangedElsewhere({ body: saver.body, version: saver.version })}
        />
      )}
      {opened === 'WITHDRAW' && (
        <WithdrawSheet
          {...{ visit }}
          onClose={() => setOpened(null)}
          onWithdrawn={(facts) => onWithdrawn(facts, isEmpty ? { text: published!, next_step } : saver.body)}
          onChangedElsewhere={() => onChangedElsewhere({ body: saver.body, version: saver.version })}
        />
      )}
    </div>
  );
}

type ConflictProps = {
  mine: RecommendationDraft;
  theirs: RecommendationDraft;
  onResolve: (draft: RecommendationDraft) => void;
};

/** Both texts, and what each suggests where that differs. */
function RecommendationConflict({ mine, theirs, onResolve }: ConflictProps) {
  const differ = !isSameSuggestion(mine.next_step, theirs.next_step);
  const lineOf = ({ next_step }: RecommendationDraft) => <SuggestedLine choice={next_step} />;
  return (
    <DraftConflict
      mine={mine.text}
      theirs={theirs.text}
      {...(differ && { below: { mine: lineOf(mine), theirs: lineOf(theirs) } })}
      onResolve={(text, keeps) =>
        onResolve({ text, next_step: (keeps === 'THEIRS' ? theirs : mine).next_step })
      }
    />
  );
}

/** 'Published 13 Nov' */
function stateOf(recommendation: Recommendation): string {
  const { is_published, published_at, republished_at, withdrawn_at, draft, next_step } = recommendation;
  const day = (moment: string) => formatDayMonth(localDateOf(moment, zone));
  if (is_published) {
    if (republished_at !== null) return `Updated ${day(republished_at)}`;
    return published_at === null ? 'Published' : `Published ${day(published_at)}`;
  }
  if (withdrawn_at !== null) return `Withdrawn ${day(withdrawn_at)}`;
  return isEmptyNote(draft) && next_step === null ? 'Nothing yet' : 'Not published';
}

/** Why it cannot be published now; null: it can be. */
function whyNot({ status, start_time, client }: NotesOfVisit['visit'], now: Date | null): string | null {
  if (status !== 'CONFIRMED' && status !== 'COMPLETED')
    return `This visit did not take place, so ${client.first_name} has no page to read it on.`;
  if (now && Date.parse(start_time) > now.getTime())
    return `You can publish it once the visit has begun: ${formatDayTime(start_time, zone)}.`;
  return null;
}
