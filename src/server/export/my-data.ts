import { strToU8, zipSync, type Zippable } from 'fflate';
import { formatClock, formatLongMonthDate } from '#domain/time/date-formats.ts';
import { localDateOf, zoneName } from '#domain/time/zone.ts';
import type { Answer, Question } from '#domain/visits/forms.ts';
import { ON_PAPER, submittedText } from '#domain/visits/submission-origin.ts';
import { fullName } from '#domain/people/names.ts';
import { type Contact, CONTACT_NAMES } from '#domain/visits/contacts.ts';
import { isEmptyNote, type Notes } from '#domain/text/notes.ts';
import { slugOf } from '#domain/text/slug.ts';
import type { BookingFacts } from '#contract/bookings.schemas.ts';
import type { CompletedForm } from '#contract/forms.schemas.ts';
import type { User } from '#contract/users.schemas.ts';
import { privatePractice } from '#content/private/practice.ts';
import { practice } from '#content/public/practice.ts';
import { createReferences, lineOf, linesOf, markdownOf } from './markdown.ts';

/** A booking with its documents, opened. */
export type ExportedBooking = ExportedFacts & { client_notes: Notes; published_recommendations: Notes };
type Amount = 'price_cents' | 'refunded_cents' | 'paid_cents' | 'offline_cents' | 'balance_cents';
/** Amounts that the client chose are null in the file for the practice (decision 0044). */
export type ExportedFacts = Omit<BookingFacts, Amount> & Record<Amount, number | null>;
/** The practice does not get the ids of accounts elsewhere. */
type ExportedUser = Omit<User, 'cognito_sub' | 'stripe_id'> &
  Partial<Pick<User, 'cognito_sub' | 'stripe_id'>>;
/** What the practitioner wrote: a note, or what was added to it. `signed`: by whom and when; null: a draft. */
export type ExportedNote = {
  /** The booking; of a note without a visit, which has a `contact`, the note itself. */
  subject: string;
  contact: Contact | null;
  at: string;
  is_addendum: boolean;
  signed: { by: string; at: string } | null;
  body: Notes;
};

export type MyData = {
  user: ExportedUser;
  /** The JPEG, if this server stores it. */
  photo: Uint8Array | null;
  /** What they wait for. */
  waitlist?: readonly { service_name: string; text: string; state: string; since: string }[];
  bookings: readonly ExportedBooking[];
  forms: readonly CompletedForm[];
  /** True: it is for the practice. `bookings` has of the client's notes only those that the client shares. */
  is_for_practice?: boolean;
  /** In the file for the practice: session notes, each before what was added to it, and what is pinned. */
  session_notes?: readonly ExportedNote[];
  pinned_note?: Notes;
  /** The bookings as a calendar file. */
  calendar: string;
  made_at: Date;
};

const { zone } = practice;
const SIGNATURE_PREFIX = 'data:image/png;base64,';
/** Pictures are compressed already. */
const STORED = { level: 0 } as const;
/** Larger notes consist of pictures, and compressing many of them would block other requests for seconds. */
const LARGE_NOTE_BYTES = 256 * 1024;

/**
 * Everything the practice stores about a client, as a zip file: JSON for programs, Markdown and pictures for people.
 */
export function zipOfMyData(data: MyData): Uint8Array<ArrayBuffer> {
  const files: Zippable = {
    'README.md': strToU8(readme(data)),
    'profile.json': json(data.user),
    'bookings.json': json(data.bookings.map(withoutDocuments)),
    'calendar.ics': strToU8(data.calendar),
  };
  if (data.waitlist?.length) files['waitlist.json'] = json(data.waitlist);
  if (data.photo) files['photo.jpg'] = [data.photo, STORED];
  for (const booking of [...data.bookings, ...contactsOf(data)]) {
    const notes = notesOf(booking, data);
    if (!notes) continue;
    const bytes = strToU8(notes);
    const content: Zippable[string] = bytes.length > LARGE_NOTE_BYTES ? [bytes, STORED] : bytes;
    addFile(files, `notes/${fileName(booking.start_time, booking.service_name)}`, '.md', content);
  }
  if (!isEmptyNote(data.pinned_note))
    files['important.md'] = strToU8(`# Important\n\n${markdownOf(data.pinned_note)}`);
  for (const form of data.forms) {
    const name = addFile(
      files,
      `forms/${fileName(form.submitted_at, form.form_name)}`,
      '.md',
      new Uint8Array(),
    );
    files[`${name}.md`] = strToU8(answersOf(form, name, files));
  }
  return zipSync(files, { level: 6, mtime: data.made_at });
}

const json = (value: unknown) => strToU8(`${JSON.stringify(value, null, 2)}\n`);

/** Documents are left out here; they are in notes/ in readable form. */
function withoutDocuments(booking: ExportedBooking): ExportedFacts {
  const { client_notes: _, published_recommendations: __, ...facts } = booking;
  return facts;
}

function fileName(instant: string, words: string): string {
  return `${localDateOf(instant, zone)} ${slugOf(words) || 'untitled'}`;
}

/** Makes a file name unique by adding a number. Returns it without its extension. */
function addFile(files: Zippable, base: string, ending: string, content: Zippable[string]): string {
  let name = base;
  for (let number = 2; `${name}${ending}` in files; number += 1) name = `${base} ${number}`;
  files[`${name}${ending}`] = content;
  return name;
}

function readme(data: MyData): string {
  return data.is_for_practice ? readmeOfPractice(data) : readmeOfClient(data);
}

const personOf = ({ user }: MyData) => lineOf([fullName(user), user.email].filter(Boolean).join(', '));

function readmeOfPractice(data: MyData): string {
  return [
    `# The record of ${personOf(data)}`,
    '',
    `Saved by ${practice.name} on ${formatLongMonthDate(data.made_at, zone)}. It has health data: keep it where only you can open it.`,
    '',
    '- `profile.json`: contact data',
    '- `bookings.json`: the visits, with what was paid; money is in cents, times are UTC',
    '- `calendar.ics`: the same visits for a calendar program',
    ...(data.waitlist?.length ? ['- `waitlist.json`: what the client waits for'] : []),
    '- `important.md`: what is pinned to the client',
    '- `notes/`: session notes with what was added, recommendations, and the reflections that the client shares',
    '- `forms/`: answers to forms, with the questions; signatures are PNG pictures',
    '',
  ].join('\n');
}

function readmeOfClient(data: MyData): string {
  const { made_at } = data;
  return [
    `# Your data at ${practice.name}`,
    '',
    `For ${personOf(data)}, ${formatLongMonthDate(made_at, zone)}.`,
    '',
    '- `profile.json`: what you told us about yourself',
    '- `bookings.json`: your sessions, with what was paid; money is in cents, times are UTC',
    '- `calendar.ics`: the same sessions for a calendar program',
    ...(data.waitlist?.length ? ['- `waitlist.json`: what you wait for'] : []),
    '- `notes/`: your reflections, and the notes that your practitioner has published for you',
    '- `forms/`: your answers to our forms, with the questions; signatures are PNG pictures',
    '',
    `Questions? Write to ${privatePractice.contact_email}.`,
    '',
  ].join('\n');
}

const TITLES = {
  CLIENT: { published: '## Practitioner Notes', client_notes: '## Your Reflections' },
  PRACTICE: { published: '## Recommendation', client_notes: '## Reflection shared by the client' },
} as const;

/** A visit or a contact with what was written about it. */
type Written = Pick<
  ExportedBooking,
  'id' | 'start_time' | 'service_name' | 'client_notes' | 'published_recommendations'
> & { recommendations_draft?: Notes };

/** The notes without a visit, written out like visits. */
const contactsOf = ({ session_notes = [] }: MyData): Written[] =>
  session_notes.flatMap(({ subject: id, contact, at: start_time, is_addendum }) => {
    const texts = { client_notes: null, published_recommendations: null };
    return contact && !is_addendum
      ? [{ ...texts, id, start_time, service_name: CONTACT_NAMES[contact] }]
      : [];
  });

function notesOf(booking: Written, data: MyData): string | null {
  const references = createReferences();
  const text = writtenOf(booking, data, references);
  return text && `${[text, references.definitions()].filter(Boolean).join('\n\n').trimEnd()}\n`;
}

/** Writes what there is about a visit or a contact; null if there is nothing. The caller defines the references. */
export function writtenOf(
  booking: Written,
  { session_notes = [], is_for_practice }: Pick<MyData, 'session_notes' | 'is_for_practice'>,
  references: ReturnType<typeof createReferences>,
): string | null {
  const { client_notes, recommendations_draft, published_recommendations, start_time } = booking;
  const sections: string[] = [];
  for (const note of session_notes) {
    if (note.subject !== booking.id || isEmptyNote(note.body)) continue;
    sections.push(titleOf(note), markdownOf(note.body, references));
  }
  const titles = TITLES[is_for_practice ? 'PRACTICE' : 'CLIENT'];
  if (!isEmptyNote(recommendations_draft))
    sections.push('## Recommendation, not published', markdownOf(recommendations_draft, references));
  if (!isEmptyNote(published_recommendations))
    sections.push(titles.published, markdownOf(published_recommendations, references));
  if (!isEmptyNote(client_notes)) sections.push(titles.client_notes, markdownOf(client_notes, references));
  if (sections.length === 0) return null;
  const when = `${formatLongMonthDate(start_time, zone)}, ${formatClock(start_time, zone)} ${zoneName(start_time, zone)}`;
  return [`# ${lineOf(booking.service_name)}`, when, ...sections].join('\n\n');
}

function titleOf({ contact, is_addendum, signed }: ExportedNote): string {
  const note = contact === null ? 'Session note' : 'Note';
  if (!signed) return `## ${note}, not signed`;
  const when = `${formatLongMonthDate(signed.at, zone)}, ${formatClock(signed.at, zone)}`;
  return `${is_addendum ? '### Added' : `## ${note}, signed`} by ${lineOf(signed.by)}, ${when}`;
}

function answersOf(completed: CompletedForm, name: string, files: Zippable): string {
  const { form, responses, submitted_at, service_name } = completed;
  const signed_by = completed.signed_by && lineOf(completed.signed_by);
  const lines = [
    `# ${lineOf(form.name)}`,
    linesOf(form.description),
    submittedText({ ...completed, signed_by }, 'Submitted', formatLongMonthDate(submitted_at, zone)),
  ];
  if (service_name) lines.push(`For: ${lineOf(service_name)}`);
  if (completed.source === 'PAPER') return `${[...lines, ON_PAPER].filter(Boolean).join('\n\n')}\n`;
  for (const section of form.content.sections) {
    lines.push(`## ${lineOf(section.title)}`);
    for (const question of section.questions)
      lines.push(`**${lineOf(question.label)}**`, answerText(responses[question.id], question, name, files));
  }
  return `${lines.filter(Boolean).join('\n\n')}\n`;
}

function answerText(answer: Answer | undefined, asked: Question, name: string, files: Zippable): string {
  if (answer === undefined) return '(no answer)';
  if (typeof answer !== 'string') return answer.map((choice) => `- ${lineOf(choice)}`).join('\n');
  const png = signatureIn(answer, asked);
  if (!png) return linesOf(answer);
  const picture = addFile(files, `${name} ${slugOf(asked.id) || 'signature'}`, '.png', [png, STORED]);
  return `![Signature](<${picture.slice('forms/'.length)}.png>)`;
}

/** Returns the picture of a signature. Only signatures are pictures; a text answer may begin like one. */
export function signatureIn(answer: Answer | undefined, { type }: Question): Buffer | null {
  if (type !== 'SIGNATURE' || typeof answer !== 'string' || !answer.startsWith(SIGNATURE_PREFIX)) return null;
  return Buffer.from(answer.slice(SIGNATURE_PREFIX.length), 'base64');
}
