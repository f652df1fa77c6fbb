import { useState } from 'react';
import type { PublishedSuggestion, SuggestedSession } from '#contract/notes.schemas.ts';

/** Chosen and not published yet, by booking: a lock takes the screen away, but not what was chosen on it. */
const chosen = new Map<string, SuggestedSession | null>();

/** The suggested session of a publication that is still to come: the open one, until another one is chosen. */
export function useSuggestionChoice(
  booking_id: string,
  open: PublishedSuggestion | null,
): {
  choice: SuggestedSession | null;
  isChanged: boolean;
  choose: (choice: SuggestedSession | null) => void;
  /** It is published. */
  forget: () => void;
} {
  const [, render] = useState(0);
  const published = openSuggestion(open);
  const choice = chosen.has(booking_id) ? chosen.get(booking_id)! : published;
  const keep = (act: () => void) => {
    act();
    render((count) => count + 1);
  };
  return {
    choice,
    isChanged: JSON.stringify(choice) !== JSON.stringify(published),
    choose: (next) => keep(() => chosen.set(booking_id, next)),
    forget: () => keep(() => chosen.delete(booking_id)),
  };
}

function openSuggestion(latest: PublishedSuggestion | null): SuggestedSession | null {
  if (latest?.state !== 'OPEN') return null;
  const { service_id, place, around, times, every_weeks } = latest;
  return { service_id, place, around, times, every_weeks };
}
