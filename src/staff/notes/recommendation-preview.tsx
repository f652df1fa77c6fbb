import { practice } from '#content/public/practice.ts';
import type { NotesOfVisit, SuggestedSession } from '#contract/notes.schemas.ts';
import type { Delta } from '#domain/text/notes.ts';
import { blocksOf } from '#domain/text/rich-text.ts';
import { formatAbout } from '#domain/visits/suggestions.ts';
import { useServiceName } from '#staff/api/services-query.ts';
import { bestDatesText, useBestDates } from '#staff/notes/best-dates.ts';
import { suggestedText } from '#staff/notes/suggestion-texts.ts';
import { CloseButton, Sheet } from '#staff/parts/sheet.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { useToday } from '#web/ui/use-now.ts';

type PreviewProps = {
  client: NotesOfVisit['visit']['client'];
  body: Delta;
  choice: SuggestedSession | null;
  onClose: () => void;
};

/** What the client will see. */
export function RecommendationPreview({ client, body, choice, onClose }: PreviewProps) {
  return (
    <Sheet open onClose={onClose} title={`What ${client.first_name} will see`} footer={<CloseButton />}>
      <div className="grid gap-4">
        <h3 className="text-md">Practitioner Notes</h3>
        <div className="px-5 py-4 rounded-inner bg-sunken">
          <RichText topHeading={4} blocks={blocksOf(body)} />
        </div>
        {choice && <Suggested client_id={client.id} choice={choice} />}
      </div>
    </Sheet>
  );
}

function Suggested({ client_id, choice }: { client_id: string; choice: SuggestedSession }) {
  const today = useToday(practice.zone);
  const name = useServiceName(choice.service_id);
  const best = useBestDates(client_id, choice);
  return (
    <>
      <h3 className="text-md">Next step</h3>
      <p>
        {practice.practitioner.first_name} suggests: {suggestedText(name, choice)},{' '}
        {today && formatAbout(today, choice.around)}.
      </p>
      <p className="min-h-[1.4em] text-muted text-grid">{bestDatesText(best, choice.around)}</p>
    </>
  );
}
