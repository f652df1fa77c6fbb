import { practice } from '#content/public/practice.ts';
import type { Me } from '#contract/staff.schemas.ts';
import type { Config } from '../runtime/config.ts';
import type { StaffMember } from '../sessions/staff-session.ts';

/** The member who is signed in, and what every screen needs. */
export function presentMe(
  { id, name, email, is_demo }: StaffMember,
  { sandbox }: Pick<Config, 'sandbox'>,
): Me {
  return { id, name, email, zone: practice.zone, sandbox, is_demo };
}
