import { privatePractice } from '#content/private/practice.ts';
import type { StaffSettings } from '#contract/settings.schemas.ts';
import { policySentence } from '#domain/money/policies.ts';
import type { Db } from '../db/pool.ts';
import { MAIL_KINDS } from '../mail/mail-lines.ts';
import { selectMailLines } from '../mail/store.ts';
import { selectSettings } from '../runtime/settings-store.ts';

/** Everything that the practitioner sets, as it is now. */
export async function readSettings(db: Db): Promise<StaffSettings> {
  const [settings, lines] = await Promise.all([selectSettings(db), selectMailLines(db)]);
  const iso = (at: Date | null | undefined) => at?.toISOString() ?? null;
  const { policies, reminders, notices } = settings;
  return {
    policies: {
      value: policies.value,
      updated_at: iso(policies.updated_at),
      sentence: policySentence(policies.value),
    },
    reminders: { value: reminders.value, updated_at: iso(reminders.updated_at) },
    notices: {
      value: notices.value,
      updated_at: iso(notices.updated_at),
      to: privatePractice.contact_email,
    },
    mails: MAIL_KINDS.map((kind) => {
      const line = lines.find((each) => each.kind === kind);
      return { kind, text: line?.text ?? '', updated_at: iso(line?.updated_at) };
    }),
  };
}
