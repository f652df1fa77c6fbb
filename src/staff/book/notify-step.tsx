import type { BookingDraft } from '#staff/book/draft.ts';
import '#web/ui/choices.css';

/** True if the client gets a confirmation: there is none without an address. */
export const getsMail = ({ client, notify }: Pick<BookingDraft, 'client' | 'notify'>): boolean =>
  notify && client?.email !== '';

/** True if the confirmation asks for missing forms. */
export const asksForForms = (draft: Pick<BookingDraft, 'client' | 'notify' | 'ask_forms'>): boolean =>
  getsMail(draft) && draft.ask_forms;

type NotifyProps = {
  draft: Pick<BookingDraft, 'client' | 'notify' | 'ask_forms'>;
  /** The forms that the client would be asked for; null until client, service and time are known. */
  missing: readonly string[] | null;
  onChange: (change: Partial<BookingDraft>) => void;
};

/** What the client gets by e-mail. */
export function NotifyStep({ draft, missing, onChange }: NotifyProps) {
  const { client } = draft;
  const notify = getsMail(draft);
  const forms = client === null ? null : missing;
  const canAsk = notify && forms?.length !== 0;
  return (
    <div>
      <label className="choice">
        <input
          type="checkbox"
          disabled={client?.email === ''}
          checked={notify}
          onChange={(event) => onChange({ notify: event.currentTarget.checked })}
        />
        <span>Confirmation by e-mail</span>
      </label>
      <label className="choice">
        <input
          type="checkbox"
          disabled={!canAsk}
          checked={canAsk && asksForForms(draft)}
          onChange={(event) => onChange({ ask_forms: event.currentTarget.checked })}
        />
        <span>
          Ask for forms
          {forms !== null && (
            <small className="block text-muted text-sm">
              {forms.length === 0 ? 'Nothing is missing.' : `Missing: ${forms.join(', ')}`}
            </small>
          )}
        </span>
      </label>
      {client?.email === '' && (
        <p className="field-hint">{client.first_name} has no e-mail address, so nothing is sent.</p>
      )}
    </div>
  );
}
