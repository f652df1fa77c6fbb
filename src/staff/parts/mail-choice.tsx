import type { ReactNode } from 'react';
import { TextAreaField } from '#web/ui/field.tsx';
import '#web/ui/choices.css';
import './sheet.css';

/** Whether the client gets an e-mail about an action, and what belongs to that choice. */
export function MailChoice({
  label,
  notify,
  onNotify,
  children,
}: {
  label: string;
  notify: boolean;
  onNotify: (notify: boolean) => void;
  children?: ReactNode;
}) {
  return (
    <div className="grid gap-1.5">
      <label className="choice">
        <input type="checkbox" checked={notify} onChange={(event) => onNotify(event.currentTarget.checked)} />
        <span>{label}</span>
      </label>
      {children}
    </div>
  );
}

/** What the practitioner adds to that e-mail. */
export function MailMessage({ message, onMessage }: { message: string; onMessage: (text: string) => void }) {
  return (
    <TextAreaField
      label="Message"
      name="message"
      optional
      rows={2}
      limit={1000}
      value={message}
      onChange={onMessage}
      hint="E-mail isn’t private. Please leave out anything about health."
    />
  );
}
