import { practice } from '#content/public/practice.ts';
import { formatShortDateAtTime } from '#domain/date-formats.ts';
import { type KeptNote, openingOf } from '#web/bookings/notes/note-draft.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/** What was written and not saved, newest first; from two tabs there can be several, and each stays until its fate. */
export function LeftOver({
  drafts,
  onContinue,
  onDiscard,
}: {
  drafts: readonly KeptNote[];
  onContinue: (draft: KeptNote) => void;
  onDiscard: (draft: KeptNote) => void;
}) {
  const several = drafts.length > 1;
  return (
    <Banner tone="warn">
      <p>
        {several
          ? `You wrote ${drafts.length} texts here that were not saved. They are kept on this device for seven days.`
          : 'You wrote something here that was not saved. It is kept on this device for seven days.'}
      </p>
      <ul className="note-drafts">
        {drafts.map((draft) => {
          const opening = openingOf(draft);
          return (
            <li key={draft.slot}>
              {several && (
                <p>
                  <span className="text-xs text-muted">
                    {formatShortDateAtTime(new Date(draft.saved_at).toISOString(), practice.zone)}
                  </span>
                  <span className="block">{opening}</span>
                </p>
              )}
              <div className="flex flex-wrap gap-2">
                <Button
                  size="sm"
                  look="secondary"
                  aria-label={several ? `Continue writing: ${opening}` : undefined}
                  onClick={() => onContinue(draft)}
                >
                  Continue writing
                </Button>
                <Button
                  size="sm"
                  look="ghost"
                  aria-label={several ? `Throw it away: ${opening}` : undefined}
                  onClick={() => onDiscard(draft)}
                >
                  Throw it away
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </Banner>
  );
}
