import { practice } from '#content/public/practice.ts';
import { formatShortDateAtTime } from '#domain/time/date-formats.ts';
import { type StoredDraft, openingOf } from '#web/bookings/notes/note-draft.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/** Unsaved drafts, newest first. Two tabs can leave several; each stays until it is continued or discarded. */
export function UnsavedDrafts({
  drafts,
  onContinue,
  onDiscard,
}: {
  drafts: readonly StoredDraft[];
  onContinue: (draft: StoredDraft) => void;
  onDiscard: (draft: StoredDraft) => void;
}) {
  const several = drafts.length > 1;
  return (
    <Banner tone="warn">
      <p>
        {several
          ? `You have ${drafts.length} unsaved drafts. They stay on this device for seven days.`
          : 'You have an unsaved draft. It stays on this device for seven days.'}
      </p>
      <ul className="grid gap-3 mt-2">
        {drafts.map((draft) => {
          const opening = openingOf(draft);
          return (
            <li key={draft.slot}>
              {several && (
                <p className="mb-1.5 wrap-anywhere">
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
                  aria-label={several ? `Discard: ${opening}` : undefined}
                  onClick={() => onDiscard(draft)}
                >
                  Discard
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </Banner>
  );
}
