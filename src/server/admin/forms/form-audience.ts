import type { LockedForm, selectServicesWithForms } from '../../forms/manage-forms.ts';
import { type Audience, EVERYBODY } from './form-from-file.ts';

type Services = Awaited<ReturnType<typeof selectServicesWithForms>>;
type ResolvedAudience =
  | { ok: true; audience: Audience; /** Ids instead of keys. */ by_id: Audience; text: string }
  | { ok: false; message: string };

/**
 * Whom a form may be asked of. A service that is retired gets no new form; one that asked for the form before stays
 * with it, so that its file reads back as it was shown.
 */
export function resolveAudience(
  audience: Audience,
  services: Services,
  there: LockedForm | undefined,
): ResolvedAudience {
  if (audience === EVERYBODY)
    return { ok: true, audience, by_id: audience, text: 'Asked of everybody, once for all visits.' };
  const isSame = there !== undefined && !there.is_global && there.services.length === 0;
  if (audience.length === 0 && !isSame)
    return {
      ok: false,
      message: `A form is asked of ${EVERYBODY}, or for services. So that nobody is asked any more: form retire KEY`,
    };
  const unknown = audience.filter((key) => !services.some((each) => each.key === key));
  if (unknown.length > 0)
    return { ok: false, message: `There is no service ${unknown.join(', nor ')}. See: services` };
  const chosen = services.filter(({ key }) => audience.includes(key));
  const retired = chosen.filter(
    ({ id, is_active }) => !is_active && !there?.services.some((each) => each.id === id),
  );
  if (retired.length > 0)
    return {
      ok: false,
      message: retired
        .map(({ key, name }) => `${name} is retired. To offer it again: service restore ${key}`)
        .join(' '),
    };
  const names = chosen.map(({ name, is_active }) => (is_active ? name : `${name} (retired)`));
  return {
    ok: true,
    audience: chosen.map(({ key }) => key),
    by_id: chosen.map(({ id }) => id),
    text: names.length > 0 ? `Asked before each booking of: ${names.join(', ')}.` : 'Asked of nobody.',
  };
}

/** As the file of a form and `form for` name it. */
export const audienceOf = ({ is_global, services }: LockedForm): Audience =>
  is_global ? EVERYBODY : services.map(({ key }) => key);

export const isSameAudience = (one: Audience, other: Audience): boolean =>
  one === EVERYBODY || other === EVERYBODY
    ? one === other
    : one.length === other.length && one.every((key) => other.includes(key));

/** What a change from the one to the other means for who has filled it in before. */
export function audienceChangeLines(from: Audience, to: Audience): string[] {
  if ((from === EVERYBODY) === (to === EVERYBODY)) return [];
  return to === EVERYBODY
    ? ['Who has filled it in for a booking is not asked once more.']
    : ['Each booking asks for it from now on, also of those who have filled it in once for all visits.'];
}
