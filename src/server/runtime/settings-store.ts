import { sql } from 'kysely';
import { privatePractice } from '#content/private/practice.ts';
import { SETTINGS, type SettingName, type Settings } from '#contract/settings.schemas.ts';
import { NO_LIMITS } from '#domain/slots/day-limits.ts';
import type { RefundPolicy } from '#domain/money/refunds.ts';
import type { Db } from '../db/pool.ts';

const { refund_policy, supported_visits_per_month } = privatePractice;
/** What holds until the practitioner sets something else. */
const DEFAULTS: Settings = {
  policies: {
    full_refund_hours: refund_policy.full_refund_hours,
    late_percent: refund_policy.tiers[1].percent,
    reschedule_hours: refund_policy.reschedule_hours,
    max_reschedules: refund_policy.max_reschedules,
    grace_minutes: refund_policy.grace_minutes,
    supported_visits: supported_visits_per_month,
  },
  reminders: { on: true },
  notices: { when: 'NEVER' },
  online: { room_url: '', know: '' },
  statements: { license: '', tax_number: '' },
  limits: NO_LIMITS,
};

type StoredSettings = { [Name in SettingName]: { value: Settings[Name]; updated_at: Date | null } };

/** Reads every setting with the time of its last change; null: never changed. */
export async function selectSettings(db: Db): Promise<StoredSettings> {
  const rows = await db.selectFrom('practice_settings').select(['name', 'value', 'updated_at']).execute();
  const stored = (Object.keys(SETTINGS) as SettingName[]).map((name) => {
    const row = rows.find((each) => each.name === name);
    return [name, { value: valueOf(name, row?.value), updated_at: row?.updated_at ?? null }];
  });
  return Object.fromEntries(stored) as StoredSettings;
}

/** A setting that a newer version has added is missing in a value that an older one stored. */
const valueOf = <Name extends SettingName>(name: Name, value: unknown): Settings[Name] => ({
  ...DEFAULTS[name],
  ...(value as object | undefined),
});

/** Reads the value of one setting. */
export async function readSetting<Name extends SettingName>(db: Db, name: Name): Promise<Settings[Name]> {
  const row = await db
    .selectFrom('practice_settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return valueOf(name, row?.value);
}

/** Sets a value, unless it was changed since `base`. Returns false then. */
export async function writeSetting(
  db: Db,
  {
    name,
    value,
    base,
    staff_id,
  }: { name: SettingName; value: object; base: Date | null; staff_id: string | null },
  now: Date,
): Promise<boolean> {
  const json = JSON.stringify(value);
  const { numInsertedOrUpdatedRows } =
    base === null
      ? await db
          .insertInto('practice_settings')
          .values({ name, value: json, updated_at: now, updated_by: staff_id })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .executeTakeFirstOrThrow()
          .then(({ numInsertedOrUpdatedRows: rows }) => ({ numInsertedOrUpdatedRows: rows ?? 0n }))
      : await db
          .updateTable('practice_settings')
          .set({
            value: json,
            // The time of a change is the version of the row, so it always increases.
            updated_at: sql<Date>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`,
            updated_by: staff_id,
          })
          .where('name', '=', name)
          .where(sql<boolean>`date_trunc('milliseconds', updated_at) = ${base}::timestamptz`)
          .executeTakeFirstOrThrow()
          .then(({ numUpdatedRows }) => ({ numInsertedOrUpdatedRows: numUpdatedRows }));
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * An expression for the refund policy of a sale that is made now; null: nothing was set, and content/ decides. It is that
 * of refundPolicyFrom (domain/money/policies.ts).
 */
export const presentPolicy = sql<RefundPolicy | null>`(
  select jsonb_build_object('full_refund_hours', value -> 'full_refund_hours',
    'tiers', jsonb_build_array(
      jsonb_build_object('hours', value -> 'full_refund_hours', 'percent', 100),
      jsonb_build_object('hours', 0, 'percent', value -> 'late_percent')),
    'grace_minutes', value -> 'grace_minutes', 'reschedule_hours', value -> 'reschedule_hours',
    'max_reschedules', value -> 'max_reschedules')
  from practice_settings where name = 'policies')`;
