import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { practice } from '#content/public/practice.ts';
import { staffFillInForm } from '#contract/staff.calls.ts';
import type { Form } from '#contract/forms.schemas.ts';
import { writeOut } from '#domain/people/personal.ts';
import { validateAnswers } from '#domain/visits/forms.ts';
import { formQuery } from '#staff/api/form-queries.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { CloseButton, Sheet } from '#staff/parts/sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { PaperForm } from '#staff/submissions/paper-form.tsx';
import { type Answers, matchingAnswers, type UnmatchedAnswer, unmatchedAnswers } from '#web/forms/answers.ts';
import { FormFields, focusFirst, UnmatchedAnswers } from '#web/forms/form-fields.tsx';
import { TextButton } from '#web/ui/button.tsx';
import { PillGroup } from '#web/ui/choices.tsx';
import { TextField } from '#web/ui/field.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { QueryState } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useToday } from '#web/ui/use-now.ts';

type FillProps = {
  asked: { key: string; name: string; booking_id: string | null };
  client: { id: string; name: string };
  onClose: () => void;
};

/** A form that is missing: filled in together with the client, recorded as signed on paper, or printed for that. */
export function FillFormSheet({ asked, client, onClose }: FillProps) {
  const query = useQuery(formQuery(asked.key));
  const today = useToday(practice.zone);
  if (query.data?.published && today)
    return <Filling first={query.data.published} {...{ asked, client, today, onClose }} />;
  return (
    <Sheet open title={asked.name} onClose={onClose} footer={<CloseButton />}>
      <QueryState of={query}>
        <SkeletonGroup label="Loading the form" rows={['h-5 w-2/3', 'mt-4 h-32']} />
      </QueryState>
    </Sheet>
  );
}

const WAYS = [
  { value: 'TOGETHER', label: 'Fill in together' },
  { value: 'PAPER', label: 'Signed on paper' },
] as const;

function Filling({ first, asked, client, today, onClose }: FillProps & { first: Form; today: string }) {
  const fields = useRef<HTMLDivElement>(null);
  const send = useAction();
  const [form, setForm] = useState(first);
  const [source, setSource] = useState<(typeof WAYS)[number]['value']>('TOGETHER');
  const [answers, setAnswers] = useState<Answers>({});
  const [unmatched, setUnmatched] = useState<readonly UnmatchedAnswer[]>([]);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [signed_on, setSignedOn] = useState(today);
  const [signed_by, setSignedBy] = useState(() => writeOut(client.name));
  const [isPrinting, setIsPrinting] = useState(false);

  const fit = (newest: Form) => {
    setUnmatched([...unmatched, ...unmatchedAnswers(newest.content, answers, form.content)]);
    setAnswers(matchingAnswers(newest.content, answers));
    setErrors({});
    setForm(newest);
  };
  /** Null: answers are missing, which are marked. */
  const readGiven = () => {
    if (source === 'PAPER') return { source, signed_on, signed_by };
    const result = validateAnswers(form.content, answers);
    if (result.ok) return { source, responses: result.responses };
    setErrors(result.details);
    focusFirst(fields.current, Object.keys(result.details));
    return null;
  };
  const onConfirm = () => {
    const given = readGiven();
    if (!given) return;
    const { booking_id } = asked;
    send.run(
      staffFillInForm,
      {
        params: { id: client.id },
        body: { form_id: form.id, form_updated_at: form.updated_at, booking_id, given },
      },
      {
        done: () => {
          showToast(source === 'PAPER' ? 'It is recorded.' : 'It is filled in.');
          onClose();
        },
        refused: ({ code, details }) => {
          if (code === 'FORM_CHANGED') fit((details as { form: Form }).form);
        },
      },
    );
  };
  return (
    <ActionSheet
      action={send}
      title={form.name}
      subtitle={client.name}
      confirm={source === 'PAPER' ? 'Record it' : 'Hand it in'}
      dirty={Object.keys(answers).length > 0}
      aside={
        <TextButton className="sheet-aside act" onClick={() => setIsPrinting(true)}>
          Print it empty
        </TextButton>
      }
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <PillGroup label="How" options={WAYS} value={source} onChange={setSource} />
      <UnmatchedAnswers answers={unmatched} />
      {source === 'TOGETHER' ? (
        <div ref={fields} className="grid gap-8">
          <FormFields
            content={form.content}
            answers={answers}
            errors={errors}
            onAnswer={(id, answer) => {
              setAnswers((last) => ({ ...last, [id]: answer }));
              setErrors(({ [id]: _answered, ...rest }) => rest);
            }}
          />
        </div>
      ) : (
        <>
          <p className="text-muted">The answers stay on the sheet. Please keep it safe.</p>
          <TextField
            label="Date on the sheet"
            type="date"
            name="signed_on"
            value={signed_on}
            onChange={setSignedOn}
          />
          <TextField
            label="Signed by"
            name="signed_by"
            limit={100}
            value={signed_by}
            onChange={setSignedBy}
          />
        </>
      )}
      {isPrinting && (
        <PaperForm form={form} client_name={client.name} onPrinted={() => setIsPrinting(false)} />
      )}
    </ActionSheet>
  );
}
