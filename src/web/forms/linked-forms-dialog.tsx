import '#web/forms/forms.css';

import { type SubmitEvent, useMemo, useState } from 'react';
import { formsByLink } from '#contract/client.calls.ts';
import { call } from '#web/api/api.ts';
import { callByLink } from '#web/api/call-by-link.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { CallByLink } from '#web/api/use-call.ts';
import { FillFormDialog } from '#web/forms/fill-form-dialog.tsx';
import type { RequiredForm } from '#web/forms/queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';

type LinkedFormsProps = { token: string; visit_id: string; onClose: () => void };

/** The forms that the visit still needs, for whom knows the end of the phone number: a forwarded mail shows none. */
export function LinkedFormsDialog({ token, visit_id, onClose }: LinkedFormsProps) {
  const [phone_ending, setEnding] = useState('');
  const [forms, setForms] = useState<readonly RequiredForm[] | null>(null);
  const [opened, setOpened] = useState<RequiredForm | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const ask = useMemo(() => callByLink(token, { phone_ending }), [token, phone_ending]);

  const load = async () => {
    setIsBusy(true);
    setError(null);
    try {
      setForms((await call(formsByLink, { params: { token }, body: { phone_ending } })).required_forms);
    } catch (failure) {
      setError(errorMessage(failure));
    }
    setIsBusy(false);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (phone_ending.length === 4) void load();
    else setError('Please enter four digits.');
  };

  if (opened)
    return (
      <CallByLink value={ask}>
        <FillFormDialog
          entry={opened}
          user={{ id: visit_id }}
          onClose={() => setOpened(null)}
          onSubmitted={() => {
            setOpened(null);
            void load();
          }}
        />
      </CallByLink>
    );
  return (
    <Dialog open onClose={onClose} width="narrow" title="Forms for your visit" locked={isBusy}>
      {forms === null ? (
        <form noValidate method="post" className="grid gap-4" onSubmit={submit}>
          <TextField
            label="Last four digits of your phone number"
            hint="The number that you gave us, so that only you see your forms."
            inputMode="numeric"
            autoComplete="off"
            value={phone_ending}
            error={error}
            onChange={(digits) => setEnding(digits.replaceAll(/\D/g, '').slice(-4))}
          />
          <Button type="submit" wide busy={isBusy}>
            Show my forms
          </Button>
        </form>
      ) : (
        <div className="grid gap-4">
          {error && <Banner tone="error">{error}</Banner>}
          <p role="status">
            {forms.length === 0
              ? 'Thank you! Nothing is left to fill in.'
              : 'Please fill in before you come:'}
          </p>
          <ul className="grid gap-3">
            {forms.map((entry) => (
              <li key={entry.form.id} className="flex flex-wrap items-center justify-between gap-3">
                <b className="min-w-0 wrap-anywhere">{entry.form.name}</b>
                <Button size="sm" onClick={() => setOpened(entry)}>
                  Fill in<span className="sr-only"> {entry.form.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}
