import { staffPublishRecommendation } from '#contract/staff.calls.ts';
import type {
  NotesOfVisit,
  Recommendation,
  RecommendationFacts,
  SuggestedSession,
} from '#contract/notes.schemas.ts';
import { SuggestedLine } from '#staff/notes/suggested-line.tsx';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';

type PublishSheetProps = {
  visit: NotesOfVisit['visit'];
  recommendation: Recommendation;
  version: number;
  choice: SuggestedSession | null;
  onClose: () => void;
  onPublished: (facts: RecommendationFacts) => void;
  /** Another device has changed it. */
  onChangedElsewhere: () => void;
};

/** Asks before a client can read it. */
export function PublishSheet({
  visit: { booking_id, client },
  recommendation,
  version,
  choice,
  onClose,
  onPublished,
  onChangedElsewhere,
}: PublishSheetProps) {
  const publish = useAction();
  const { is_published } = recommendation;
  const { first_name } = client;
  return (
    <ActionSheet
      action={publish}
      title={is_published ? `Publish the changes for ${first_name}?` : `Publish for ${first_name}?`}
      subtitle={
        client.gets_mail
          ? `${first_name} gets an e-mail that something is waiting, without its words${is_published ? ', at most one a day' : ''}.`
          : `${first_name} has no login yet and gets no e-mail: it waits in the journey.`
      }
      confirm={is_published ? 'Publish the changes' : `Publish for ${first_name}`}
      onClose={onClose}
      onConfirm={() =>
        publish.run(
          staffPublishRecommendation,
          { params: { id: booking_id }, body: { version, suggestion: choice } },
          {
            done: onPublished,
            refused: ({ code }) => {
              if (code === 'NOTE_CHANGED') onChangedElsewhere();
            },
          },
        )
      }
    >
      {choice && <SuggestedLine choice={choice} />}
    </ActionSheet>
  );
}
