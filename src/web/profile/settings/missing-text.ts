import type { User } from '#web/api/session.ts';
import { formatList } from '#domain/text/sentences.ts';

type Needed = Pick<User, 'pronouns' | 'birthdate' | 'phone'>;

const NAMES = [
  ['pronouns', 'pronouns'],
  ['birthdate', 'birthday'],
  ['phone', 'phone'],
] as const;

/** What is still to be filled in before booking: 'Pronouns and birthday are still missing' */
export function missingText(user: Needed): string {
  const names = NAMES.filter(([field]) => !user[field]?.trim()).map(([, name]) => name);
  const list = formatList(names);
  const verb = names.length === 1 && names[0] !== 'pronouns' ? 'is' : 'are';
  return `${list.slice(0, 1).toUpperCase()}${list.slice(1)} ${verb} still missing`;
}
