import { useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the server's markup and until this page answers: a form pressed earlier would be sent by the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * The values of a form whose fields are named like the keys. What somebody (or a password manager) has typed before
 * the page answered is taken over instead of being lost.
 */
export function useFormValues<T extends Record<string, string>>(initial: T) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);

  const takeOver = useEffectEvent(() => {
    if (!form.current) return;
    const typed = [...new FormData(form.current)].filter(
      ([name, value]) =>
        name in initial && typeof value === 'string' && value !== '' && value !== initial[name],
    );
    if (typed.length > 0) setValues((now) => ({ ...now, ...Object.fromEntries(typed) }));
  });
  // Only what stood there when the page came to life.
  useLayoutEffect(() => takeOver(), []);

  const set = (change: Partial<T>) => setValues((now) => ({ ...now, ...change }));
  /** Name, value and handler of one field. */
  const field = <Name extends keyof T & string>(name: Name) => ({
    name,
    value: values[name] as string,
    onChange: (value: string) => set({ [name]: value } as unknown as Partial<T>),
  });
  return { form, values, set, field };
}
