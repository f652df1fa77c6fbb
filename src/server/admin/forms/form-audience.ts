import type { LockedForm, selectServicesWithForms } from '../../forms/form-versions-store.ts';
import { type Audience, EVERYBODY } from './form-from-file.ts';

type Services = Awaited<ReturnType<typeof selectServicesWithForms>>;
type ResolvedAudience =
  | { ok: true; audience: Audience; /** Ids instead of keys. */ by_id: Audience; text: string }
  | { ok: false; message: string };

/**
 * Validates the audience of a form. A retired service gets no new form, but keeps one that it asked for before, so that
 * the file printed by `form show` can be published again.
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
      message: `A form is asked of ${EVERYBODY}, or for services. To stop asking it: form retire KEY`,
    };
  const unknown = audience.filter((key) => !services.some((each) => each.key === key));
  if (unknown.length > 0)
    return {
      ok: false,
      message: `There is no service ${unknown.join(', nor ')}. The services: ${services.map(({ key }) => key).join(', ')}`,
    };
  const chosen = services.filter(({ key }) => audience.includes(key));
  const retired = chosen.filter(
    ({ id, is_active }) => !is_active && !there?.services.some((each) => each.id === id),
  );
  if (retired.length > 0)
    return {
      ok: false,
      message: retired
        .map(({ name }) => `${name} is retired. Offer it again in the staff area first, under Services.`)
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

/** The audience in the format of a form's file and of `form for`. */
export const audienceOf = ({ is_global, services }: LockedForm): Audience =>
  is_global ? EVERYBODY : services.map(({ key }) => key);

export const isSameAudience = (one: Audience, other: Audience): boolean =>
  one === EVERYBODY || other === EVERYBODY
    ? one === other
    : one.length === other.length && one.every((key) => other.includes(key));

/** What a change of audience means for clients who have filled in the form before. */
export function audienceChangeLines(from: Audience, to: Audience): string[] {
  if ((from === EVERYBODY) === (to === EVERYBODY)) return [];
  return to === EVERYBODY
    ? ['Clients who have filled it in for a booking are not asked again.']
    : ['Each booking asks for it from now on, including clients who have filled it in once for all visits.'];
}
