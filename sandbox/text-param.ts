import { type FormBody, textAt } from './form-body.ts';
import { invalid } from './provider-error.ts';

const TEXT_LIMIT = 5000;

/** The text at this key; null without one. @throws ProviderError if it is too long */
export function limited(body: FormBody, key: string): string | null {
  const text = textAt(body, key);
  if (text !== undefined && text.length > TEXT_LIMIT)
    throw invalid(key, `Invalid string: ${key} is too long`);
  return text === undefined || text === '' ? null : text;
}
