import type { StaffSettings } from '#contract/settings.schemas.ts';
import { noticesValue, policiesValue, remindersValue, settingName } from '#contract/settings.schemas.ts';
import { type Actor, runAction } from '../agenda/run-action.ts';
import type { Db } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { MAIL_KINDS, type MailKind } from '../mail/mail-lines.ts';
import { queueMail } from '../mail/outbox.ts';
import { writeMailLine } from '../mail/store.ts';
import { readSetting, type SettingName, writeSetting } from '../runtime/settings-store.ts';
import { readSettings } from './read-settings.ts';
import { sampleMail } from './sample-mails.ts';

type WriteDeps = Pick<Deps, 'db' | 'config'>;
type Based = { actor: Actor; action_id: string; base_updated_at: string | null };

const VALUES = { policies: policiesValue, reminders: remindersValue, notices: noticesValue } as const;

/** Sets one setting. Policies hold for sales from then on: each sale keeps a copy of its own. */
export async function changeSetting(
  deps: WriteDeps,
  { name, value, ...based }: Based & { name: string; value: unknown },
  now: Date,
): Promise<StaffSettings | Refusal> {
  const known = settingName.safeParse(name);
  if (!known.success) return refuse('NOT_FOUND');
  const read = VALUES[known.data].safeParse(value);
  if (!read.success) return refuse('INVALID_INPUT', { details: { value: 'Please check these values.' } });
  return await change(
    deps,
    { ...based, action: `setting.${known.data}`, id: known.data, input: { value: read.data } },
    (trx, base) =>
      writeSetting(
        trx,
        { name: known.data as SettingName, value: read.data, base, staff_id: based.actor.staff_id },
        now,
      ),
    now,
  );
}

/** Sets the practitioner's own line in mails of one kind; '' removes it. */
export async function changeMailLine(
  deps: WriteDeps,
  { kind, text, ...based }: Based & { kind: string; text: string },
  now: Date,
): Promise<StaffSettings | Refusal> {
  if (!isMailKind(kind)) return refuse('NOT_FOUND');
  return await change(
    deps,
    { ...based, action: 'setting.mail-line', id: kind, input: { text } },
    (trx, base) => writeMailLine(trx, { kind, text, base }, now),
    now,
  );
}

async function change(
  { db, config }: WriteDeps,
  {
    actor,
    action_id,
    base_updated_at,
    action,
    id,
    input,
  }: Based & { action: string; id: string; input: object },
  write: (trx: Db, base: Date | null) => Promise<boolean>,
  now: Date,
): Promise<StaffSettings | Refusal> {
  const refusal = await runAction(
    { db, app_secret: config.app_secret },
    { action_id, action, input: { id, base_updated_at, ...input }, ...actor },
    async (trx) => {
      const base = base_updated_at === null ? null : new Date(base_updated_at);
      if (!(await write(trx, base))) return refuse('SETTING_CHANGED');
      return { object_kind: 'SETTING', object_id: id, user_id: null, details: {} };
    },
    now,
  );
  const present = await readSettings(db);
  if (refusal?.code === 'SETTING_CHANGED') return refuse('SETTING_CHANGED', { details: present });
  return refusal ?? present;
}

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
export async function sendTestMail(
  { db, config }: WriteDeps,
  {
    actor,
    action_id,
    to,
    kind,
    text,
  }: { actor: Actor; action_id: string; to: string } & Omit<Sample, 'site_url'>,
  now: Date,
): Promise<{ to: string } | Refusal> {
  const mail = await previewMail(db, { kind, text, site_url: config.site_url }, now);
  if (mail instanceof Refusal) return mail;
  const refusal = await runAction(
    { db, app_secret: config.app_secret },
    { action_id, action: 'setting.test-mail', input: { kind, text }, ...actor },
    async (trx) => {
      const subject = `Test: ${mail.subject}`;
      const queued = { ...mail, subject, attachments: [], kind: 'test-mail', user_id: null, to };
      await queueMail(trx, { ...queued, dedupe_key: `test-mail:${action_id}` }, now);
      return { object_kind: 'SETTING', object_id: kind, user_id: null, details: {} };
    },
    now,
  );
  return refusal ?? { to };
}
