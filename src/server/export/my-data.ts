import { strToU8, zipSync, type Zippable } from 'fflate';
import { formatClock, formatLongMonthDate } from '#domain/date-formats.ts';
import { localDateOf, zoneName } from '#domain/zone.ts';
import type { Answer, Question } from '#domain/forms.ts';
import { fullName } from '#domain/names.ts';
import { isEmptyNote, type Notes } from '#domain/notes.ts';
import { slugOf } from '#domain/slug.ts';
import type { BookingFacts } from '#contract/bookings.schemas.ts';
import type { CompletedForm } from '#contract/forms.schemas.ts';
import type { User } from '#contract/users.schemas.ts';
import { privatePractice } from '#content/private/practice.ts';
import { practice } from '#content/public/practice.ts';
import { createReferences, lineOf, linesOf, markdownOf } from './markdown.ts';

/** A booking with its documents, sealed or opened. */
export type ExportedBooking = BookingFacts & { client_notes: Notes; published_recommendations: Notes };

export type MyData = {
  user: User;
  /** The JPEG, if this server stores it. */
  photo: Uint8Array | null;
  bookings: readonly ExportedBooking[];
  forms: readonly CompletedForm[];
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
  if (data.photo) files['photo.jpg'] = [data.photo, STORED];
  for (const booking of data.bookings) {
    const notes = notesOf(booking);
    if (!notes) continue;
    const bytes = strToU8(notes);
    const content: Zippable[string] = bytes.length > LARGE_NOTE_BYTES ? [bytes, STORED] : bytes;
    addFile(files, `notes/${fileName(booking.start_time, booking.service_name)}`, '.md', content);
  }
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
function withoutDocuments(booking: ExportedBooking): BookingFacts {
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

function readme({ user, made_at }: MyData): string {
  return [
    `# Your data at ${practice.name}`,
    '',
    `For ${lineOf([fullName(user), user.email].filter(Boolean).join(', '))}, ${formatLongMonthDate(made_at, zone)}.`,
    '',
    '- `profile.json`: what you told us about yourself',
    '- `bookings.json`: your sessions, with what was paid; money is in cents, times are UTC',
    '- `calendar.ics`: the same sessions for a calendar program',
    '- `notes/`: your reflections, and the notes that your practitioner has published for you',
    '- `forms/`: your answers to our forms, with the questions; signatures are PNG pictures',
    '',
    `Questions? Write to ${privatePractice.contact_email}.`,
    '',
  ].join('\n');
}

function notesOf(booking: ExportedBooking): string | null {
  const { client_notes, published_recommendations, start_time } = booking;
  const references = createReferences();
  const sections: string[] = [];
  if (!isEmptyNote(published_recommendations))
    sections.push('## Practitioner Notes', markdownOf(published_recommendations, references));
  if (!isEmptyNote(client_notes)) sections.push('## Your Reflections', markdownOf(client_notes, references));
  if (sections.length === 0) return null;
  const when = `${formatLongMonthDate(start_time, zone)}, ${formatClock(start_time, zone)} ${zoneName(start_time, zone)}`;
  const parts = [`# ${lineOf(booking.service_name)}`, when, ...sections, references.definitions()];
  return `${parts.filter(Boolean).join('\n\n').trimEnd()}\n`;
}

function answersOf(completed: CompletedForm, name: string, files: Zippable): string {
  const { form, responses, submitted_at, service_name } = completed;
  const lines = [
    `# ${lineOf(form.name)}`,
    linesOf(form.description),
    `Submitted ${formatLongMonthDate(submitted_at, zone)}`,
  ];
  if (service_name) lines.push(`For: ${lineOf(service_name)}`);
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
  // Only signatures are pictures; a text answer may begin like one.
  if (asked.type !== 'SIGNATURE' || !answer.startsWith(SIGNATURE_PREFIX)) return linesOf(answer);
  const png = Buffer.from(answer.slice(SIGNATURE_PREFIX.length), 'base64');
  const picture = addFile(files, `${name} ${slugOf(asked.id) || 'signature'}`, '.png', [png, STORED]);
  return `![Signature](<${picture.slice('forms/'.length)}.png>)`;
}
