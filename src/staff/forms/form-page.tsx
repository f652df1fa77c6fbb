import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Archive, ArchiveArrowUp, Printer, Trash } from 'lucide';
import { staffSaveFormDraft } from '#contract/staff.calls.ts';
import type { Preview } from '#contract/preview.schemas.ts';
import type { FormChange, StaffForm } from '#contract/staff-forms.schemas.ts';
import { FORM_LIMITS, validateDraft } from '#domain/visits/form-drafts.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { formQuery, formsQuery } from '#staff/api/form-queries.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { AudienceFields } from '#staff/forms/audience-fields.tsx';
import { type Body, bodyOf, type Item, placeOf, type Typed, typedOf } from '#staff/forms/form-body.ts';
import { FormChangeSheet, previewForm } from '#staff/forms/form-change-sheet.tsx';
import { ItemList } from '#staff/forms/item-list.tsx';
import { PhonePreview } from '#staff/forms/phone-preview.tsx';
import { isSameBody, saveDraft, storedBody } from '#staff/forms/save-draft.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { SaveStatus } from '#staff/parts/save-status.tsx';
import { type Device, useDevice, useDraft } from '#staff/parts/use-draft.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { bindFields } from '#staff/parts/bind-fields.ts';
import { MenuItem, MoreMenu } from '#staff/parts/more-menu.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { PaperForm } from '#staff/submissions/paper-form.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { QueryState } from '#web/ui/states.tsx';
import { showToast } from '#web/ui/toast.tsx';
import '#staff/parts/row-table.css';
import './forms.css';

const BACK = { to: '/forms', label: 'Forms' };

/** The builder of one form. */
export function FormPage() {
  const { key = '' } = useParams();
  const query = useFreshQuery(formQuery(key));
  const device = useDevice<Body>(`form:${key}`);
  // What is published or discarded here begins the editor again; what others do comes with the answer to a save.
  const [begun, setBegun] = useState(0);
  const onDone = (text: string) => {
    showToast(text);
    setBegun(begun + 1);
  };
  if (query.data && device)
    return (
      <FormEditor
        key={`${key} ${begun}`}
        form={query.data}
        device={begun === 0 ? device : { ...device, kept: null }}
        {...{ query, onDone }}
      />
    );
  return (
    <StaffPage title=" " documentTitle="Form" back={BACK} freshness={query}>
      <QueryState of={query}>
        <SkeletonGroup label="Loading the form" className="row-skeleton" rows={['h-14', 'h-40']} />
      </QueryState>
    </StaffPage>
  );
}

const TYPES = [
  { value: 'INTAKE', label: 'Intake' },
  { value: 'AGREEMENT', label: 'Agreement' },
  { value: 'CONTACT', label: 'Contact' },
];

type EditorProps = {
  form: StaffForm;
  device: Device<Body>;
  query: ReturnType<typeof useFreshQuery<StaffForm, readonly string[]>>;
  onDone: (text: string) => void;
};

function FormEditor({ form, device, query, onDone }: EditorProps) {
  const { key, version, is_active, published } = form;
  const isOnline = useOnline();
  const fields = useRef<HTMLDivElement>(null);
  const stored = storedBody(form.draft);
  const draft = useDraft({ stored, save: saveDraft(key), isSame: isSameBody, device });
  const { saver, state } = draft;
  const [first] = useState({ version: saver.version, is_draft: form.is_draft });
  const [typed, setTyped] = useState(() => typedOf(draft.initial));
  // Of a published form; that of a new one is a part of its draft.
  const [audience, setAudience] = useState<Body['audience'] | null>(null);
  const [isTried, setIsTried] = useState(false);
  const [open, setOpen] = useState<string | null>(null);
  const [shown, setShown] = useState<'DISCARD' | 'PRINT' | null>(null);
  const look = useAction();
  const [seen, setSeen] = useState<{ change: FormChange; preview: Preview } | null>(null);

  const body = bodyOf(typed);
  const change = (to: Partial<Typed>) => {
    const next = { ...typed, ...to };
    setTyped(next);
    draft.change(bodyOf(next));
    look.reset();
  };
  const of = bindFields(typed, change);
  const see = (wanted: FormChange) =>
    look.ask(() => previewForm(key, wanted), { done: (preview) => setSeen({ change: wanted, preview }) });
  const problems = validateDraft(body);
  if (version === 0 && body.audience.length === 0) problems.audience = 'Choose at least one service.';
  const errors = isTried || state.kind === 'REFUSED' ? problems : {};
  const errorOf = (place: string) => errors[place] ?? null;
  const publish = async () => {
    setIsTried(true);
    const places = Object.keys(problems);
    if (places.length === 0) {
      const { kind } = await draft.flush();
      if (kind === 'SAVED') see({ kind: 'PUBLISH', draft_version: saver.version, ask_again: false });
      return;
    }
    const isWrong = (item: Item) =>
      places.some((place) => place.startsWith(`${placeOf(typed.items, item)}.`));
    setOpen(typed.items.find(isWrong)?.id ?? open);
    requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const isDraft = first.is_draft || saver.version !== first.version || saver.isDirty;
  const asked = version === 0 ? typed.audience : (audience ?? form.audience);
  const name = typed.name.trim() || 'A form without a name';

  return (
    <StaffPage title={name} back={BACK} freshness={query} showsBook={false}>
      <div className="form-bar">
        <span className={isDraft ? 'mark mark-missing' : 'mark mark-quiet'}>
          {isDraft ? `Draft of version ${version + 1}` : `Version ${version}`}
        </span>
        {!is_active && <span className="mark mark-off">Retired</span>}
        <SaveStatus state={state} isOnDevice={draft.isOnDevice} />
        <span className="flex gap-2 items-center ml-auto">
          <MoreMenu about={name}>
            {published && (
              <>
                <MenuItem icon={Printer} onClick={() => setShown('PRINT')}>
                  Print it empty
                </MenuItem>
                <MenuItem
                  icon={is_active ? Archive : ArchiveArrowUp}
                  disabled={!isOnline}
                  onClick={() => see({ kind: is_active ? 'RETIRE' : 'RESTORE' })}
                >
                  {is_active ? 'Retire' : 'Restore'}
                </MenuItem>
              </>
            )}
            {isDraft && (
              <MenuItem
                icon={Trash}
                disabled={!isOnline}
                onClick={() => void draft.flush().then(() => setShown('DISCARD'))}
              >
                Discard the draft
              </MenuItem>
            )}
          </MoreMenu>
          <Button
            disabled={!isOnline || !isDraft || state.kind === 'CONFLICT'}
            busy={look.isPending}
            onClick={() => void publish()}
          >
            Publish version {version + 1}
          </Button>
        </span>
      </div>
      <div className="news-above">
        <ActionFailure action={look} />
        {isTried && Object.keys(errors).length > 0 && (
          <Banner tone="error">Please finish what is marked first.</Banner>
        )}
      </div>
      {state.kind === 'CONFLICT' ? (
        <FormConflict
          mine={body}
          theirs={state.theirs.body}
          onResolve={(kept) => {
            setTyped(typedOf(kept));
            draft.resolve(kept);
          }}
        />
      ) : (
        <div className="form-editor grid gap-6 items-start max-w-272 xl:grid-cols-[minmax(0,1fr)_23rem]">
          <div ref={fields} className="grid gap-6 min-w-0">
            <div className="staff-box grid gap-3.5 p-4.5">
              <TextField label="Name" limit={FORM_LIMITS.name} error={errorOf('name')} {...of('name')} />
              <TextAreaField
                label="Description"
                optional
                rows={2}
                limit={FORM_LIMITS.description}
                {...of('description')}
              />
            </div>
            <ItemList
              items={typed.items}
              published={published?.content ?? null}
              errors={errors}
              open={open}
              onOpen={setOpen}
              onChange={(items) => change({ items })}
            />
            <div className="staff-box grid gap-3.5 p-4.5">
              <SelectField
                label="Kind of form"
                hint="What an agreement asks is consent: it is given anew whenever the form is asked again."
                options={TYPES}
                placeholder="Another kind"
                error={errorOf('type')}
                {...of('type')}
              />
              <AudienceFields
                value={asked}
                error={errorOf('audience')}
                onChange={(to) => (version === 0 ? change({ audience: to }) : setAudience(to))}
              />
              {audience !== null && (
                <Button
                  look="secondary"
                  className="justify-self-start"
                  busy={look.isPending}
                  disabled={!isOnline}
                  onClick={() => see({ kind: 'AUDIENCE', audience })}
                >
                  See what changes
                </Button>
              )}
            </div>
          </div>
          <aside className="form-aside">
            <PhonePreview body={body} title="On a client’s phone" />
          </aside>
        </div>
      )}
      {seen && (
        <FormChangeSheet
          form={form}
          name={name}
          first={seen}
          onClose={() => setSeen(null)}
          onDone={(text) => {
            if (seen.change.kind === 'PUBLISH') return onDone(text);
            showToast(text);
            setSeen(null);
            setAudience(null);
          }}
        />
      )}
      {shown === 'PRINT' && published && <PaperForm form={published} onPrinted={() => setShown(null)} />}
      {shown === 'DISCARD' && (
        <DiscardSheet form={form} draft={saver.version} onClose={() => setShown(null)} onDone={onDone} />
      )}
    </StaffPage>
  );
}

type ConflictProps = { mine: Body; theirs: Body; onResolve: (kept: Body) => void };

/** Two drafts of one form, each written in a tab that did not know of the other. */
function FormConflict({ mine, theirs, onResolve }: ConflictProps) {
  return (
    <div className="grid gap-4">
      <Banner tone="warn" inSight>
        This form was changed in another tab or on another device. Both are here. Please choose what stays.
      </Banner>
      <div className="flex flex-wrap gap-2.5">
        <Button look="secondary" onClick={() => onResolve(mine)}>
          Keep mine
        </Button>
        <Button look="secondary" onClick={() => onResolve(theirs)}>
          Keep theirs
        </Button>
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <PhonePreview body={mine} title="Mine, typed here" />
        <PhonePreview body={theirs} title="Theirs, saved meanwhile" />
      </div>
    </div>
  );
}

type DiscardProps = {
  form: StaffForm;
  /** Its version. */
  draft: number;
  onClose: () => void;
  onDone: (text: string) => void;
};

/** Goes back to the published version. A form without one goes with its draft. */
function DiscardSheet({ form: { key, version }, draft, onClose, onDone }: DiscardProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const discard = useAction();
  const send = () => callStaff(staffSaveFormDraft, { params: { key }, body: { body: null, version: draft } });
  const done = async () => {
    if (version === 0) await navigate('/forms');
    await queries.invalidateQueries({
      queryKey: version === 0 ? formsQuery.queryKey : formQuery(key).queryKey,
    });
    onDone('The draft is gone.');
  };
  return (
    <ActionSheet
      action={discard}
      title="Discard the draft?"
      confirm="Discard the draft"
      look="danger"
      onClose={onClose}
      onConfirm={() => discard.ask(send, { done })}
    >
      <p>
        {version === 0
          ? 'It was never published, so the form goes with it.'
          : `The form is version ${version} again, as clients see it.`}
      </p>
    </ActionSheet>
  );
}
