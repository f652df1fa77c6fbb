import {
  isSettingName,
  type SettingName,
  SETTINGS,
  type Settings,
  type staffChangeMailLine,
  type staffChangeSetting,
  type StaffSettings,
  type staffTestMail,
} from '#contract/settings.schemas.ts';
import type { Action } from '../actions/staff-action.ts';
import type { Db } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { MAIL_KINDS, type MailKind } from '../mail/visit-mail.ts';
import { queueMail } from '../mail/outbox.ts';
import { selectMailLines, writeMailLine } from '../mail/store.ts';
import { readSetting, selectSettings, writeSetting } from '../runtime/settings-store.ts';
import { sampleMail } from './sample-mails.ts';
import { privatePractice } from '#content/private/practice.ts';
import { policySentence } from '#domain/money/policies.ts';
import { roomProblem } from '#domain/visits/online-room.ts';
import { breakProblem } from '#domain/slots/day-limits.ts';

/** Everything that the practitioner sets, as it is now. */
export async function readSettings(db: Db): Promise<StaffSettings> {
  const [settings, lines] = await Promise.all([selectSettings(db), selectMailLines(db)]);
  const iso = (at: Date | null | undefined) => at?.toISOString() ?? null;
  const answers = Object.entries(settings).map(([name, { value, updated_at }]) => [
    name,
    { value, updated_at: iso(updated_at) },
  ]);
  const { policies, notices, ...others } = Object.fromEntries(answers) as Answers;
  return {
    ...others,
    policies: { ...policies, sentence: policySentence(policies.value) },
    notices: { ...notices, to: privatePractice.contact_email },
    mails: MAIL_KINDS.map((kind) => {
      const line = lines.find((each) => each.kind === kind);
      return { kind, text: line?.text ?? '', updated_at: iso(line?.updated_at) };
    }),
  };
}

type Answers = { [Name in SettingName]: { value: Settings[Name]; updated_at: string | null } };
type WriteDeps = Pick<Deps, 'db' | 'config'>;
/** The version that was seen; null: there was none. */
const seen = (base_updated_at: string | null) =>
  base_updated_at === null ? null : new Date(base_updated_at);

/** What a shape can't say of a value: the problem of a field; null for none. */
const PROBLEMS: { [Name in SettingName]?: (value: Settings[Name]) => Record<string, string | null> } = {
  online: ({ room_url }) => ({ room_url: roomProblem(room_url) }),
  limits: (limits) => ({ break_minutes: breakProblem(limits) }),
};

/** Sets one setting. Policies hold for sales from then on: each sale keeps a copy of its own. */
export const changeSetting = ({ db }: WriteDeps): Action<typeof staffChangeSetting> => ({
  action: ({ params }) => `setting.${params.name}`,
  work: async (trx, { actor: { staff_id }, params: { name }, body: { value, base_updated_at }, now }) => {
    if (!isSettingName(name)) return refuse('NOT_FOUND');
    const read = SETTINGS[name].safeParse(value);
    if (!read.success) return refuse('INVALID_INPUT', { details: { value: 'Please check these values.' } });
    // The value has the shape of its name, so the check of that name takes it.
    const details = PROBLEMS[name]?.(read.data as never) ?? {};
    if (Object.values(details).some((problem) => problem !== null))
      return refuse('INVALID_INPUT', { details });
    const setting = { name, value: read.data, base: seen(base_updated_at), staff_id };
    if (!(await writeSetting(trx, setting, now))) return refuse('SETTING_CHANGED');
    return { object_kind: 'SETTING', object_id: name };
  },
  ...withSettings(db),
});

/** Sets the practitioner's own line in mails of one kind; '' removes it. */
export const changeMailLine = ({ db }: WriteDeps): Action<typeof staffChangeMailLine> => ({
  action: 'setting.mail-line',
  work: async (trx, { params: { kind }, body: { text, base_updated_at }, now }) => {
    if (!isMailKind(kind)) return refuse('NOT_FOUND');
    const isWritten = await writeMailLine(trx, { kind, text, base: seen(base_updated_at) }, now);
    return isWritten ? { object_kind: 'SETTING', object_id: kind } : refuse('SETTING_CHANGED');
  },
  ...withSettings(db),
});

/** Answers with all settings, and adds them to the refusal of a change of an older version. */
const withSettings = (db: Db) => ({
  answer: () => readSettings(db),
  refused: async (refusal: Refusal) =>
    refusal.code === 'SETTING_CHANGED'
      ? refuse('SETTING_CHANGED', { details: await readSettings(db) })
      : refusal,
});

const isMailKind = (kind: string): kind is MailKind => (MAIL_KINDS as readonly string[]).includes(kind);

type Sample = { kind: string; text: string; site_url: string };

/** The mail as a client would get it, with sample content. */
export async function previewMail(
  db: Db,
  { kind, text, site_url }: Sample,
  now: Date,
): Promise<{ subject: string; text: string; html: string } | Refusal> {
  if (!isMailKind(kind)) return refuse('NOT_FOUND');
  const policies = await readSetting(db, 'policies');
  return sampleMail(kind, { text, policies, site_url, now });
}

/** Sends that mail to the member of staff who asks. A repeat of the action sends nothing. */
export const sendTestMail = ({ config: { site_url } }: WriteDeps): Action<typeof staffTestMail> => ({
  action: 'setting.test-mail',
  work: async (trx, { action_id, params: { kind }, body: { text }, email: to, now }) => {
    const mail = await previewMail(trx, { kind, text, site_url }, now);
    if (mail instanceof Refusal) return mail;
    const subject = `Test: ${mail.subject}`;
    const queued = { ...mail, subject, attachments: [], kind: 'test-mail', user_id: null, to };
    await queueMail(trx, { ...queued, dedupe_key: `test-mail:${action_id}` }, now);
    return { object_kind: 'SETTING', object_id: kind };
  },
  answer: ({ email }) => ({ to: email }),
});
