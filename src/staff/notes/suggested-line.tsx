import { practice } from '#content/public/practice.ts';
import type { SuggestedSession } from '#contract/notes.schemas.ts';
import { formatAbout } from '#domain/visits/suggestions.ts';
import { useServiceName } from '#staff/api/services-query.ts';
import { suggestedText } from '#staff/notes/suggestion-texts.ts';
import { useToday } from '#web/ui/use-now.ts';

/** 'With a suggestion: Marma Session, in about 2 weeks.' */
export function SuggestedLine({ choice }: { choice: SuggestedSession | null }) {
  return choice ? <Suggested choice={choice} /> : <p>Without a suggestion.</p>;
}

function Suggested({ choice }: { choice: SuggestedSession }) {
  const today = useToday(practice.zone);
  const name = useServiceName(choice.service_id);
  return (
    <p>
      With a suggestion: {suggestedText(name, choice)}, {today && formatAbout(today, choice.around)}.
    </p>
  );
}
