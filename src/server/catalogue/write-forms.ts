import {
  type FormChange,
  type FormDraftBody,
  type staffApplyForm,
  storedDraft,
} from '#contract/staff-forms.schemas.ts';
import { type Audience, cleanContent, QUESTION_LABELS, validateDraft } from '#domain/visits/form-drafts.ts';
import { assignQuestionIds, describeChanges, formerKind, isSameText } from '#domain/visits/form-versions.ts';
import { type QuestionType, questionsOf } from '#domain/visits/forms.ts';
import { formatCount, formatList } from '#domain/text/sentences.ts';
import type { Action } from '../actions/staff-action.ts';
import type { Db, Trx } from '../db/pool.ts';
import { decidedTransaction } from '../db/transactions.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { applyChange, type Effects } from '../staff/preview.ts';
import * as store from './form-store.ts';
import { readForm } from './read-forms.ts';

type Saved = { version: number; updated_at: string };

/**
 * Saves the draft of a form over the version that the writer saw (rules.md §9). Null goes back to the version that is
 * published; a form without one goes.
 */
export async function saveDraft(
  db: Db,
  { key, body, version }: { key: string; body: FormDraftBody | null; version: number },
  now: Date,
): Promise<Saved | Refusal> {
  return await decidedTransaction<Saved | Refusal>(db, async (trx) => {
    const form = body === null ? await store.selectStoredForm(trx, key) : null;
    if (!(await store.writeDraft(trx, key, { body, version }, now)))
      return { answer: await changed(trx, key), isKept: false };
    if (form === undefined) await store.removeDraft(trx, key);
    return { answer: { version: version + 1, updated_at: now.toISOString() }, isKept: true };
  });
}

/** Refuses with what is there instead, in the order of the contract: the browser compares it with what it sent. */
async function changed(db: Db, key: string): Promise<Refusal> {
  const form = await readForm(db, key);
  return form ? refuse('FORM_CHANGED', { details: storedDraft.parse(form.draft) }) : refuse('FORM_NOT_FOUND');
}

const ACTIONS = {
  PUBLISH: 'form.publish',
  AUDIENCE: 'form.ask',
  RETIRE: 'form.retire',
  RESTORE: 'form.restore',
} as const satisfies Record<FormChange['kind'], string>;

/** Makes a change of a form that was previewed, and answers with the form as it is then. */
export const applyFormChange = ({ db }: Pick<Deps, 'db'>): Action<typeof staffApplyForm> => ({
  action: ({ body }) => ACTIONS[body.change.kind],
  work: async (trx, { params: { key }, body: { change, preview_hash }, now }) => {
    const input = { key, change };
    const effects = await applyChange(trx, { input, preview_hash }, formWork(key, change, now));
    if (effects instanceof Refusal) return effects;
    return { object_kind: 'FORM', object_id: key, details: { name: effects.name } };
  },
  answer: async ({ params: { key } }) => (await readForm(db, key)) ?? refuse('FORM_NOT_FOUND'),
});

type FormEffects = Effects & { name: string };
type Stored = store.StoredForm;

/** The change of a form as work of a transaction, for the preview and for the apply. */
export const formWork =
  (key: string, change: FormChange, now: Date) =>
  async (trx: Trx): Promise<FormEffects | Refusal> => {
    const form = await store.selectStoredForm(trx, key);
    if (change.kind === 'PUBLISH') return await publish(trx, { key, form, change }, now);
    if (!form) return refuse('FORM_NOT_FOUND');
    const audience = change.kind === 'AUDIENCE' ? change.audience : form.audience;
    const is_active = change.kind === 'AUDIENCE' ? form.is_active : change.kind === 'RESTORE';
    const problem = change.kind === 'AUDIENCE' ? await problemOf(trx, audience, form.audience) : null;
    if (problem !== null) return refuse('INVALID_INPUT', { details: { audience: problem } });
    await store.updateForm(trx, form.id, { audience, is_active });
    const summary = is_active
      ? await askedText(trx, { id: form.id, audience }, now)
      : ['It is no longer asked. What was filled in stays readable.'];
    return effectsOf(form, form.versions[0]!.name, summary);
  };

async function publish(
  trx: Trx,
  { key, form, change }: { key: string; form: Stored | undefined; change: FormChange & { kind: 'PUBLISH' } },
  now: Date,
): Promise<FormEffects | Refusal> {
  const draft = await store.selectDraft(trx, key);
  const { draft_version: version, ask_again } = change;
  // From here on no other tab saves or publishes it.
  if (
    !draft?.content ||
    draft.version !== version ||
    !(await store.writeDraft(trx, key, { body: null, version }, now))
  )
    return await changed(trx, key);
  const { audience, ...body } = draft.content;
  const errors = validateDraft(body);
  const problem = form ? null : await problemOf(trx, audience, []);
  if (problem !== null) errors.audience = problem;
  if (Object.keys(errors).length > 0) return refuse('INVALID_INPUT', { details: errors });

  const former = form?.versions.map(({ content }) => content) ?? [];
  const { sections } = cleanContent(body.content);
  for (const question of sections.flatMap(({ questions }) => questions)) {
    const kind = formerKind(question, former);
    if (kind === null) continue;
    const was = `“${question.label}” was answered as “${QUESTION_LABELS[kind as QuestionType]}”.`;
    return refuse('KIND_CHANGED', { message: `${was} Make it a new question.` });
  }
  const next = { ...body, content: assignQuestionIds(sections, former) };
  const newest = form?.versions[0];
  if (newest && isSameText(newest, next) && !ask_again)
    return refuse('NOT_POSSIBLE', { message: `Nothing has changed since version ${newest.version}.` });

  const { id } = form ?? (await store.insertForm(trx, key, now));
  const before = await store.countPeople(trx, id, now);
  const number = (newest?.version ?? 0) + 1;
  // Browsers identify versions by this time, so it must increase even if the clock was set back.
  const created_at = newest ? new Date(Math.max(now.getTime(), newest.created_at.getTime() + 1)) : now;
  await store.insertVersion(trx, id, { ...next, version: number, created_at });
  if (!form) {
    await store.updateForm(trx, id, { audience });
    const questions = formatCount(questionsOf(next.content).length, 'question');
    const summary = [`A new form of ${questions}.`, ...(await askedText(trx, { id, audience }, now))];
    return effectsOf(form, next.name, summary);
  }
  if (ask_again) await store.updateForm(trx, id, { asked_since_version: number });
  const again = (await store.countPeople(trx, id, now)).asked - before.asked;
  const summary = [
    ...(isSameText(newest!, next) ? ['The same questions.'] : describeChanges(newest!, next)),
    answeredText(before.answered, ask_again ? again : null),
    ...(form.is_active ? [] : ['It is retired, and not asked before you restore it.']),
  ];
  // Who fills it in meanwhile changes what is confirmed only if they are asked again.
  return effectsOf(form, next.name, summary, ask_again ? [`${before.answered} ${again}`] : []);
}

function effectsOf(
  form: Stored | undefined,
  name: string,
  summary: string[],
  counts: string[] = [],
): FormEffects {
  const { versions = [], asked_since_version, is_active, audience } = form ?? {};
  const state = JSON.stringify([versions[0]?.version, asked_since_version, is_active, audience]);
  return { name, preview: { bookings: [], summary }, versions: [state, ...counts] };
}

/** Why a form cannot have this audience; a retired service keeps a form that it asked for before. */
async function problemOf(trx: Trx, audience: Audience, before: Audience): Promise<string | null> {
  if (audience === 'EVERYBODY') return null;
  if (audience.length === 0) return 'Choose everybody, or at least one service.';
  const services = await store.selectServiceNames(trx);
  if (!audience.every((id) => services.some((service) => service.id === id)))
    return 'One of these services is no longer there.';
  const added = services.filter(({ id }) => audience.includes(id) && !before.includes(id));
  const retired = added.find(({ is_active }) => !is_active);
  return retired ? `${retired.name} is retired. Offer it again first, under Services.` : null;
}

async function askedText(trx: Trx, { id, audience }: Pick<Stored, 'id' | 'audience'>, now: Date) {
  const { asked } = await store.countPeople(trx, id, now);
  const people = asked === 1 ? 'One person has it to fill in.' : `${asked} people have it to fill in.`;
  if (audience === 'EVERYBODY') return ['Asked of everybody, once for all visits.', people];
  const services = await store.selectServiceNames(trx);
  const names = services.filter((service) => audience.includes(service.id)).map(({ name }) => name);
  return [`Asked before each visit of ${formatList(names)}.`, people];
}

/** Who has filled in an earlier version, and how many of them are asked again; null: none of them. */
function answeredText(answered: number, again: number | null): string {
  if (answered === 0) return 'Nobody has filled it in yet.';
  const who = `${answered === 1 ? 'One person has' : `${answered} people have`} filled it in.`;
  if (again === null) return `${who} They aren’t asked again.`;
  if (again === 0) return `${who} None of them has a visit ahead, so nobody is asked now.`;
  const asked = again === answered ? 'They are' : formatCount(again, 'of them is', 'of them are');
  return `${who} ${asked} asked again: they find their answers, and sign anew.`;
}
