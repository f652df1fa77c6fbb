/** Intake forms: question types, validation of answers, the order of forms (product.md §2.16, §5.5; rules.md §7). */
import { cleanLine, cleanLines, isStorable, NOT_STORABLE } from '#domain/text/typed-text.ts';

/** Every type, in the order in which staff choose one. */
export const QUESTION_TYPES = ['TEXT', 'TEXTAREA', 'RADIO', 'CHECKBOX', 'SELECT', 'SIGNATURE'] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];
/** `type` is a string because content may be newer than this code; an unknown type is shown as unsupported. */
export type Question = {
  id: string;
  label: string;
  type: string;
  required: boolean;
  options?: readonly string[] | null;
};
export type FormContent = { sections: readonly { title: string; questions: readonly Question[] }[] };
/** A text, a list of choices, or signature image data. */
export type Answer = string | readonly string[];
type AnswersResult =
  | { ok: true; responses: Record<string, string | string[]> }
  | {
      ok: false;
      /** Error messages by question id. */
      details: Record<string, string>;
      /** Labels of required questions without an answer, in the form's order. */
      missing: string[];
    };
/** booking_start: ISO text of the booking that needs the form. */
type RequiredEntry = {
  form: { name: string; is_global: boolean };
  booking_id?: string | null;
  booking_start?: string | null;
};

/** Characters of a TEXT answer. */
export const MAX_TEXT = 1000;
/** Characters of a TEXTAREA answer. */
export const MAX_TEXTAREA = 10_000;
/** Bytes of a signature's PNG. */
export const MAX_SIGNATURE_BYTES = 200 * 1024;
const SIGNATURE_PREFIX = 'data:image/png;base64,';
/** The eight magic bytes of a PNG, as base64 begins with them. */
const PNG_MAGIC = 'iVBORw0KGgo';

/** True if the site can show this question type. A question of an unknown type is never required. */
export function isQuestionType(type: string): type is QuestionType {
  return (QUESTION_TYPES as readonly string[]).includes(type);
}

/** Returns the text that is shown instead of a question of an unknown type (product.md §2.16). */
export function unsupportedMessage(type: string): string {
  return `Unsupported question type: ${type}`;
}

/** Returns the questions of all sections, in their order. */
export function questionsOf(content: FormContent): Question[] {
  return content.sections.flatMap((section) => section.questions);
}

/** True for a missing answer, an empty text or an empty list (product.md §5.5.1). */
export function isBlank(answer: unknown): boolean {
  return (
    answer === undefined || answer === null || answer === '' || (Array.isArray(answer) && answer.length === 0)
  );
}

/** Returns the answer to a question, or undefined. */
export const answerTo = (responses: Readonly<Record<string, unknown>>, id: string) =>
  Object.hasOwn(responses, id) ? responses[id] : undefined;

/** Returns the message about required questions without an answer (product.md §5.5). */
export function missingMessage(labels: readonly string[]): string {
  return `Please fill in the following required fields: ${labels.join(', ')}`;
}

/**
 * Validates a submission (rules.md §7): required questions, types, options, lengths, signatures. On success,
 * `responses` has only the non-blank answers to this form's questions.
 */
export function validateAnswers(
  content: FormContent,
  responses: Readonly<Record<string, unknown>>,
): AnswersResult {
  const kept: [string, string | string[]][] = [];
  const details: [string, string][] = [];
  const missing: string[] = [];
  for (const question of questionsOf(content)) {
    if (!isQuestionType(question.type)) continue;
    const answer = cleanAnswer(question.type, answerTo(responses, question.id));
    if (isBlank(answer)) {
      if (!question.required) continue;
      missing.push(question.label);
      details.push([question.id, 'This field is required']);
      continue;
    }
    const problem = problemWith(question, question.type, answer);
    if (problem) details.push([question.id, problem]);
    else kept.push([question.id, answer as string | string[]]);
  }
  return details.length > 0
    ? { ok: false, details: Object.fromEntries(details), missing }
    : { ok: true, responses: Object.fromEntries(kept) };
}

function cleanAnswer(type: QuestionType, answer: unknown): unknown {
  if (typeof answer !== 'string') return answer;
  return type === 'TEXT' ? cleanLine(answer) : type === 'TEXTAREA' ? cleanLines(answer) : answer;
}

function problemWith(question: Question, type: QuestionType, answer: unknown): string | null {
  const options = question.options ?? [];
  if (type === 'CHECKBOX') {
    if (!Array.isArray(answer)) return 'Must be a list of choices';
    if (!answer.every((choice) => typeof choice === 'string' && options.includes(choice)))
      return 'Not one of the choices';
    return new Set(answer).size === answer.length ? null : 'The same choice appears twice';
  }
  if (typeof answer !== 'string') return 'Must be text';
  if (!isStorable(answer)) return NOT_STORABLE;
  switch (type) {
    case 'TEXT':
      return answer.length <= MAX_TEXT ? null : `At most ${MAX_TEXT} characters`;
    case 'TEXTAREA':
      return answer.length <= MAX_TEXTAREA ? null : `At most ${MAX_TEXTAREA} characters`;
    case 'RADIO':
    case 'SELECT':
      return options.includes(answer) ? null : 'Not one of the choices';
    case 'SIGNATURE':
      return signatureProblem(answer);
  }
}

/** Validates a signature: a PNG data URL of at most 200 KB. Returns the error message, or null if it is valid. */
export function signatureProblem(dataUrl: string): string | null {
  if (!dataUrl.startsWith(SIGNATURE_PREFIX)) return 'Must be a PNG signature';
  const base64 = dataUrl.slice(SIGNATURE_PREFIX.length);
  if ((base64.length * 3) / 4 > MAX_SIGNATURE_BYTES + 2) return 'Signature too large';
  if (!base64.startsWith(PNG_MAGIC) || base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64))
    return 'Must be a PNG signature';
  return null;
}

/** A question with one of these words asks for consent, not for information. */
const CONSENT_WORDS =
  /\b(agree(ment|s|d)?(?! with (me|you))|accept|acknowledge(ment)?|allow|authori[sz](e|ation)|can we|certify|confirm|consent|i am aware|have read|informed|i['’]ve read|initials|may we|permission|permit|sign(ed|ature)?|understand|understood|waiver?)\b/i;
/** In forms of these types every choice is consent. The practice chooses the type freely. */
const CONSENT_TYPES = /agreement|consent|waiver|release/i;

/**
 * True if the answer is consent: a signature, an agreement, a single box to tick. Question types do not say so, so this
 * searches the text. A false positive is harmless: the client answers the question again.
 */
function isConsent(form_type: string, title: string, { type, label, options }: Question): boolean {
  if (type === 'SIGNATURE') return true;
  const choices = options ?? [];
  const isChoice = type === 'RADIO' || type === 'CHECKBOX' || type === 'SELECT';
  if (isChoice && (choices.length < 2 || CONSENT_TYPES.test(form_type))) return true;
  return [title, label, ...choices].some((text) => CONSENT_WORDS.test(text));
}

type Version = { type: string; content: FormContent };

const questionsOfVersion = ({ type, content }: Version) =>
  content.sections.flatMap(({ title, questions }) =>
    questions.map((question) => ({ question, is_consent: isConsent(type, title, question) })),
  );

/**
 * Returns the answers to one version of a form that can be reused in another (decisions/0012): the question has the
 * same id and type, the choices still exist, and the answer is not a signature or other consent.
 */
export function formerAnswers(
  form: Version,
  before: Version,
  responses: Readonly<Record<string, unknown>>,
): Record<string, string | string[]> {
  const former = questionsOfVersion(before);
  const kept = questionsOfVersion(form).flatMap(({ question, is_consent }): [string, string | string[]][] => {
    const { id, type } = question;
    const same = former.find((each) => each.question.id === id && each.question.type === type);
    if (!same || is_consent || same.is_consent || !isQuestionType(type)) return [];
    const answer = answerTo(responses, id);
    const usable = Array.isArray(answer) ? answer.filter((each) => question.options?.includes(each)) : answer;
    return isBlank(usable) || problemWith(question, type, usable) !== null
      ? []
      : [[id, usable as string | string[]]];
  });
  return Object.fromEntries(kept);
}

/** Sorts names alphabetically, ignoring case and accents. */
const names = new Intl.Collator('en');
const compareNames = (a: RequiredEntry, b: RequiredEntry) => names.compare(a.form.name, b.form.name);

/** Entries without a booking date come after those with one. */
function compareBookings(a: RequiredEntry, b: RequiredEntry): number {
  const [x, y] = [a, b].map((entry) => (entry.booking_start ? Date.parse(entry.booking_start) : Infinity));
  return x === y ? compareNames(a, b) : x! - y!;
}

/**
 * Splits required forms for the Resources screen (product.md §2.16.3): 'Service-Specific Forms' by earliest booking
 * date, then name; 'Global Forms' by name.
 */
export function splitRequired<E extends RequiredEntry>(
  entries: readonly E[],
): { serviceSpecific: E[]; global: E[] } {
  return {
    serviceSpecific: entries.filter((entry) => !entry.form.is_global).sort(compareBookings),
    global: entries.filter((entry) => entry.form.is_global).sort(compareNames),
  };
}

/**
 * Orders forms for the dashboard tile: forms of a booking first, by its start; the others by name (product.md §2.12.6).
 */
export function orderForTile<E extends RequiredEntry>(entries: readonly E[]): E[] {
  return [
    ...entries.filter((entry) => entry.booking_id).sort(compareBookings),
    ...entries.filter((entry) => !entry.booking_id).sort(compareNames),
  ];
}

/** Sorts completed forms, newest submission first (product.md §2.16.2). */
export function newestFirst<C extends { submitted_at: string }>(completed: readonly C[]): C[] {
  return [...completed].sort((a, b) => Date.parse(b.submitted_at) - Date.parse(a.submitted_at));
}
