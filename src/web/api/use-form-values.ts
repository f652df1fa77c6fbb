import { useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

const never = () => () => {};

/** False until the page is hydrated: a form submitted earlier would be sent by the browser itself. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * The values of a form whose fields are named like the keys. Keeps what a client or a password manager has typed before
 * the page was hydrated.
 */
export function useFormValues<T extends Record<string, string>>(initial: T) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);

  const keepTyped = useEffectEvent(() => {
    if (!form.current) return;
    const typed = [...new FormData(form.current)].filter(
      ([name, value]) =>
        name in initial && typeof value === 'string' && value !== '' && value !== initial[name],
    );
    if (typed.length > 0) setValues((now) => ({ ...now, ...Object.fromEntries(typed) }));
  });
  // Once, right after hydration.
  useLayoutEffect(() => keepTyped(), []);

  const set = (change: Partial<T>) => setValues((now) => ({ ...now, ...change }));
  /** Name, value and handler of one field. */
  const field = <Name extends keyof T & string>(name: Name) => ({
    name,
    value: values[name] as string,
    onChange: (value: string) => set({ [name]: value } as unknown as Partial<T>),
  });
  return { form, values, set, field };
}
