import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { staffPublishRecommendation } from '#contract/notes.calls.ts';
import type {
  NotesOfVisit,
  Recommendation,
  RecommendationFacts,
  SuggestedSession,
} from '#contract/notes.schemas.ts';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { SuggestedLine } from '#staff/notes/suggested-line.tsx';
import { SendNotices, Sheet } from '#staff/parts/sheet.tsx';
import type { ApiError } from '#web/client/request.ts';
import { Button } from '#web/ui/button.tsx';

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
  const isOnline = useOnline();
  const [action_id] = useState(newActionId);
  const publish = useMutation<RecommendationFacts, ApiError>({
    mutationFn: () =>
      callStaff(staffPublishRecommendation, {
        params: { id: booking_id },
        body: { action_id, version, suggestion: choice },
      }),
    onSuccess: onPublished,
    onError: ({ code }) => {
      if (code === 'NOTE_CHANGED') onChangedElsewhere();
    },
  });
  const { is_published } = recommendation;
  const { first_name } = client;
  return (
    <Sheet
      open
      onClose={onClose}
      locked={publish.isPending}
      title={is_published ? `Publish the changes for ${first_name}?` : `Publish for ${first_name}?`}
      subtitle={
        client.gets_mail
          ? `${first_name} gets an e-mail that something is waiting, without its words${is_published ? ', at most one a day' : ''}.`
          : `${first_name} has no login yet and gets no e-mail: it waits in the journey.`
      }
      footer={
        <>
          <Button look="secondary" disabled={publish.isPending} onClick={onClose}>
            Not yet
          </Button>
          <Button busy={publish.isPending} disabled={!isOnline} onClick={() => publish.mutate()}>
            {is_published ? 'Publish the changes' : `Publish for ${first_name}`}
          </Button>
        </>
      }
    >
      {choice && <SuggestedLine choice={choice} />}
      <SendNotices failure={publish.error?.message} action="publish it" />
    </Sheet>
  );
}
