import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useOnline } from '#staff/api/use-online.ts';
import { REUSED } from '#staff/parts/action-failure.tsx';
import type { Action } from '#staff/parts/use-action.ts';
import type { ApiError } from '#web/api/request.ts';
import { Banner } from '#web/ui/banner.tsx';
import { FormFieldsContext } from '#web/ui/field.tsx';

type Errors = Readonly<Record<string, string | null | undefined>>;

/** Refusals about one field that do not name it. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  CodeMismatchException: 'code',
  CODE_REQUIRED: 'code',
  InvalidPasswordException: 'new_password',
  SLUG_TAKEN: 'title',
};

/** What a refusal says about each field: 'change.hours.end' and 'end' are the field `end`. */
function fieldErrorsOf(error: ApiError | null): Record<string, string> {
  if (!error) return {};
  const field = FIELD_OF_CODE[error.code];
  if (field) return { [field]: error.message };
  if (error.status !== 422 || typeof error.details !== 'object' || error.details === null) return {};
  return Object.fromEntries(
    Object.entries(error.details)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .map(([path, text]) => [path.slice(path.lastIndexOf('.') + 1), text]),
  );
}

/** 'received_on' → 'Received on' */
const labelOf = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`.replaceAll('_', ' ');

type Registered = { name: string; isTooLong: boolean };

/**
 * The fields of a form: what is wrong with each, by its name. `invalid`: what can be said before anything is sent; it shows
 * once the form was tried. A mark of the server goes when its field is changed.
 */
export function useActionForm(action: Action, invalid: Errors = {}) {
  const root = useRef<HTMLElement>(null);
  const [fields, setFields] = useState<readonly Registered[]>([]);
  const [isTried, setIsTried] = useState(false);
  const [changed, setChanged] = useState<{ since: ApiError | null; names: readonly string[] }>();
  const { error } = action;
  const said = fieldErrorsOf(error);
  const isChanged = (name: string) => changed?.since === error && changed.names.includes(name);
  const errorOf = (name: string) =>
    (isTried ? invalid[name] : null) ?? (isChanged(name) ? null : said[name]) ?? null;

  const register = useCallback((name: string, isTooLong: boolean) => {
    const field = { name, isTooLong };
    setFields((last) => [...last, field]);
    return () => setFields((last) => last.filter((each) => each !== field));
  }, []);
  const focusFirst = () =>
    requestAnimationFrame(() => {
      const first = root.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      (first?.matches('fieldset') ? first.querySelector('input') : first)?.focus();
    });
  useEffect(() => {
    if (error && Object.keys(fieldErrorsOf(error)).length > 0) focusFirst();
  }, [error]);

  /** Runs what the button does, unless a field is wrong: then it is marked and gets the focus. */
  const confirm = (act: () => void) => {
    setIsTried(true);
    if (Object.values(invalid).some((text) => text) || fields.some(({ isTooLong }) => isTooLong))
      focusFirst();
    else if (!action.isPending) act();
  };
  const onChange = ({ target }: { target: EventTarget }) => {
    if (!error) return;
    const name = (target as Partial<HTMLInputElement>).name;
    const isAboutFields = Object.keys(said).length > 0;
    // Other content may be taken; what someone else changed, or what was done already, stays as it is.
    const isKept = action.isUnanswered || error.code === 'ACTION_REUSED' || error.code.endsWith('_CHANGED');
    if (!isAboutFields && !isKept) return action.reset();
    if (!name || isChanged(name)) return;
    const names = changed?.since === error ? changed.names : [];
    setChanged({ since: error, names: [...names, name] });
  };
  const elsewhere = Object.entries({ ...said, ...(isTried ? invalid : {}) })
    .filter(([name, text]) => text && !fields.some((field) => field.name === name))
    .map(([name, text]) => `${labelOf(name)}: ${text}`);
  const isAllMarked = Object.keys(said).length > 0;
  const failure =
    error?.code === 'ACTION_REUSED'
      ? REUSED
      : elsewhere.length > 0
        ? elsewhere.join(' ')
        : isAllMarked
          ? null
          : (error?.message ?? null);
  return { root, context: { errorOf, register }, confirm, onChange, failure };
}

type ActionForm = ReturnType<typeof useActionForm>;

/** Around the fields: a form whose Enter confirms, else a box in which only the button does. */
export function ActionFields({
  form,
  id,
  className,
  label,
  onConfirm,
  children,
}: {
  form: ActionForm;
  /** Of the form; without one there is no form. */
  id?: string | undefined;
  className?: string | undefined;
  /** Of the form, where it has no title. */
  label?: string | undefined;
  onConfirm: () => void;
  children: ReactNode;
}) {
  const { root, context, confirm, onChange } = form;
  return (
    <FormFieldsContext value={context}>
      {id === undefined ? (
        <div ref={root as RefObject<HTMLDivElement>} className={className} onChange={onChange}>
          {children}
        </div>
      ) : (
        <form
          ref={root as RefObject<HTMLFormElement>}
          id={id}
          // A password manager and a page without script: nothing typed gets into an address.
          method="post"
          className={className}
          aria-label={label}
          noValidate
          onChange={onChange}
          onSubmit={(event) => {
            event.preventDefault();
            confirm(onConfirm);
          }}
        >
          {children}
        </form>
      )}
    </FormFieldsContext>
  );
}

/** The only sentence about it besides what can be done. */
export const OFFLINE = 'You’re offline. You can do this when you are back online; what you typed stays.';

/** Above the buttons of a form: nothing can be sent without a connection. */
export function OfflineNotice() {
  return useOnline() ? null : (
    <Banner tone="warn" inSight>
      {OFFLINE}
    </Banner>
  );
}
