import { useEffect, useRef, useState } from 'react';
import { typedLink } from '#web/editor/typed-link.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

/** Asks for the address of a link: http, https, mailto, tel or sms (product.md §5.12.1). */
export function LinkForm({
  current,
  onDone,
  onCancel,
}: {
  /** The link at the cursor, if there is one. */
  current: string | null;
  /** null removes the link. */
  onDone: (href: string | null) => void;
  onCancel: () => void;
}) {
  const [href, setHref] = useState(current ?? '');
  const [error, setError] = useState<string | undefined>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const submit = () => {
    const typed = href.trim();
    if (typed === '') setError('Please type an address.');
    else if (typedLink(typed) === null)
      setError('A link begins with https://, http://, mailto:, tel: or sms:');
    else onDone(typed);
  };

  return (
    // Not a <form>, because the editor may be inside one.
    <div
      role="group"
      aria-label="Link"
      className="grid gap-3 border-b border-line p-4"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
          event.preventDefault();
          submit();
        }
        if (event.key === 'Escape') {
          // Closes this form, not the dialog around it.
          event.preventDefault();
          event.stopPropagation();
          onCancel();
        }
      }}
    >
      <TextField
        label="Link address"
        value={href}
        error={error}
        ref={field}
        inputMode="url"
        autoComplete="off"
        onChange={(value) => {
          setHref(value);
          setError(undefined);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" look="soft" onClick={submit}>
          Set link
        </Button>
        {current !== null && (
          <Button size="sm" look="secondary" onClick={() => onDone(null)}>
            Remove link
          </Button>
        )}
        <Button size="sm" look="ghost" onClick={onCancel}>
          Back to the text
        </Button>
      </div>
    </div>
  );
}
