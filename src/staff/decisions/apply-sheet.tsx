import { type ReactNode, useState } from 'react';
import type { AppliedHours, Decision } from '#contract/hours.schemas.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import { type Fate, reachesAnyone, type Reached, reachText, toCall } from '#domain/visits/reach.ts';
import type { ClosedTime } from '#staff/placement/closed-time.ts';
import { type DecisionError, DecisionList, RowText } from '#staff/decisions/decision-list.tsx';
import {
  decisionsOf,
  draftsOf,
  missingTimeText,
  reachedBy,
  rowsOf,
} from '#staff/decisions/decision-texts.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { CallList } from '#staff/parts/call-list.tsx';
import { PreviewEffects } from '#staff/parts/preview-effects.tsx';
import { type Action, useAction } from '#staff/parts/use-action.ts';
import { TextAreaField } from '#web/ui/field.tsx';
import type { ApiError } from '#web/api/request.ts';

type ApplyBody = {
  preview_hash: string;
  decisions: Decision[];
  message?: string;
};
type ApplySheetProps = {
  title: string;
  first: Preview;
  /** What becomes of a booking without a decision. */
  otherwise?: 'KEEP' | 'CANCEL';
  /** What becomes of every booking alike: nothing is decided about single ones. */
  fate?: Fate;
  /** What the button says; it names what is cancelled, rescheduled and refunded. */
  label: (reached: readonly Reached[]) => string;
  heading?: string;
  isDanger?: boolean;
  /** The time that the change closes. */
  closed?: ClosedTime | undefined;
  children?: ReactNode;
  apply: (
    action: Action,
    body: ApplyBody,
    after: { done: (applied: AppliedHours) => void; refused: (error: ApiError) => void },
  ) => void;
  onDone: (applied: AppliedHours) => void;
  onClose: () => void;
};

/** What a change would do, a decision about each booking that it touches, and the button that does all of it at once. */
export function ApplySheet(props: ApplySheetProps) {
  const { title, first, otherwise = 'KEEP', fate, label, heading, isDanger, children } = props;
  const apply = useAction();
  const [preview, setPreview] = useState(first);
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const [planned] = useState(() => draftsOf(first.bookings));
  const [drafts, setDrafts] = useState(planned);
  const [message, setMessage] = useState('');
  const { bookings } = preview;
  const decisions = fate ? [] : decisionsOf(bookings, drafts, otherwise);
  const missing = fate ? null : missingTimeText(bookings, drafts, otherwise);
  const seats = fate
    ? bookings.map(({ reach }) => ({ ...reach, fate }))
    : reachedBy(bookings, drafts, otherwise);
  const ofWaiting: Fate = fate === 'MOVED' ? fate : 'WAIT_ENDED';
  const waiting = preview.waitlist.flatMap(({ reach }) =>
    reach.map((each) => ({ ...each, fate: ofWaiting })),
  );
  const reached = [...seats, ...waiting];
  const ended = waiting.filter((each) => each.fate === 'WAIT_ENDED');
  const getsMessage = reachesAnyone(ended.length > 0 ? seats : reached);

  const onConfirm = () => {
    const typed = message.trim();
    const body = {
      preview_hash: preview.preview_hash,
      decisions: decisions!,
      ...(getsMessage && typed !== '' ? { message: typed } : {}),
    };
    props.apply(apply, body, {
      done: props.onDone,
      refused: ({ code, details }) => {
        if (code !== 'PREVIEW_CHANGED') return;
        const next = details as Preview;
        const known = new Set(linesOf(preview));
        setAdded(new Set(linesOf(next).filter((id) => !known.has(id))));
        setPreview(next);
      },
    });
  };
  const ofBooking = apply.error && bookingError(apply.error);
  return (
    <ActionSheet
      action={apply}
      title={title}
      subtitle="Nothing is changed yet."
      confirm={label(reached)}
      look={isDanger ? 'danger' : 'primary'}
      blocked={decisions === null}
      dirty={drafts !== planned || message.trim() !== ''}
      explain={() => (ofBooking ? null : undefined)}
      onClose={props.onClose}
      onConfirm={onConfirm}
    >
      <PreviewEffects preview={preview} added={added} />
      {bookings.length > 0 && (
        <section>
          {heading && <h3 className="text-name">{heading}</h3>}
          {fate ? (
            <ul className="decisions grid text-grid">
              {rowsOf(preview).map((row) => (
                <li key={row.id}>
                  <RowText row={row} added={added} />
                </li>
              ))}
            </ul>
          ) : (
            <DecisionList
              rows={rowsOf(preview)}
              added={added}
              drafts={drafts}
              otherwise={otherwise}
              error={ofBooking}
              closed={props.closed}
              onDraft={(decided, draft) => {
                const next = Object.fromEntries(decided.map(({ id }) => [id, draft]));
                setDrafts({ ...drafts, ...next });
                if (ofBooking && ofBooking.booking in next) apply.reset();
              }}
            />
          )}
        </section>
      )}
      {children}
      {reached.length > 0 && <p>{reachText(reached)}</p>}
      {toCall(ended).length > 0 && <CallList reached={toCall(ended)} />}
      {getsMessage && (
        <TextAreaField
          label="What they read"
          name="message"
          optional
          value={message}
          onChange={setMessage}
          limit={1000}
          rows={3}
          hint="Each person gets an e-mail of their own. E-mail isn’t private. Please leave out anything about health."
        />
      )}
      {missing !== null && <p className="text-muted">{missing}</p>}
    </ActionSheet>
  );
}

/** The ids of everything that a preview lists. */
const linesOf = ({ bookings, holds, events, waitlist }: Preview): string[] =>
  [...bookings, ...holds, ...events, ...waitlist].map(({ id }) => id);

/** A refusal of one decision names its booking. */
function bookingError({ code, message, details }: ApiError): DecisionError | null {
  if (code === 'PREVIEW_CHANGED' || typeof details !== 'object' || details === null) return null;
  const { booking, warnings } = details as Partial<DecisionError>;
  return typeof booking === 'string' ? { booking, text: message, warnings: warnings ?? [] } : null;
}
