/** Values of a form body as Stripe's SDK writes them: `line_items[0][price_data][currency]=usd`. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type FormBody = { [key: string]: FormValue };

/** Parses a form body. Indexed keys become lists, and keys that reach a prototype are ignored. */
export function readForm(text: string): FormBody {
  const root: FormBody = Object.create(null) as FormBody;
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.split(/[[\]]+/).filter((part) => part !== '');
    if (path.length === 0 || path.some((part) => part === '__proto__')) continue;
    let at: FormBody = root;
    for (const part of path.slice(0, -1)) {
      const next = at[part];
      at = (typeof next === 'object' ? next : (at[part] = Object.create(null) as FormBody)) as FormBody;
    }
    at[path.at(-1)!] = value;
  }
  return withLists(root) as FormBody;
}

function withLists(value: FormValue): FormValue {
  if (typeof value === 'string') return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/** The text at a path; undefined without one. */
export function textAt(body: FormValue | undefined, ...path: (string | number)[]): string | undefined {
  let at: FormValue | undefined = body;
  for (const part of path) {
    if (at === undefined || typeof at === 'string') return undefined;
    at = (at as Record<string | number, FormValue>)[part];
  }
  return typeof at === 'string' ? at : undefined;
}

/** The list at a key; [] without one. */
export function listAt(body: FormBody, key: string): FormValue[] {
  const value = body[key];
  return Array.isArray(value) ? value : [];
}
