import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fullName } from '#domain/people/names.ts';
import { slugOf } from '#domain/text/slug.ts';
import { formatLongMonthDate } from '#domain/time/date-formats.ts';
import { questionsOf } from '#domain/visits/forms.ts';
import { practice } from '#content/public/practice.ts';
import { selectPost, selectPostHeads } from '../blog/draft-store.ts';
import { batchesBySize } from '../db/select-sealed.ts';
import { inTransaction } from '../db/transactions.ts';
import type { Deps } from '../deps.ts';
import { readSubmissions } from '../forms/read-submissions.ts';
import { selectSubmissions } from '../forms/store.ts';
import { readEntries } from '../notes/client-file.ts';
import { selectFileEntries } from '../notes/client-file-store.ts';
import { selectPinnedNote, subjectOf } from '../notes/store.ts';
import { auditAll } from '../runtime/audit.ts';
import { memberAction, recordStaffAction } from '../runtime/staff-actions.ts';
import { csvLine } from './csv.ts';
import { type Person, selectPeople, TABLES } from './everything-store.ts';
import type { ToFilesWorker } from './everything-worker.ts';
import { lineOf } from './markdown.ts';
import { postHtml } from './post-html.ts';

const WORKER = new URL(`./everything-worker${extname(import.meta.url)}`, import.meta.url);
/** It has one page at a time; a visit with the longest texts takes most. */
const HEAP_MB = 128;
const PAGE_DEADLINE_MS = 20_000;
/** How often it is asked whether the member may still read. */
const CHECK_MS = 1000;

type Reader = { staff_id: string; session_id: string; mayRead: () => Promise<boolean> };

/**
 * Makes a zip file of everything that the practice keeps while it is read, in a worker that gets the key of one client at a
 * time. Only a page of it is in memory. It ends with an error once the member may no longer read.
 */
export async function* everythingAsZip(deps: Deps, reader: Reader, now: Date): AsyncGenerator<Buffer> {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB };
  const worker = new Worker(WORKER, { workerData: now, env: {}, execArgv: [], resourceLimits });
  // It may end between two pages.
  worker.on('error', () => undefined);
  let checked = deps.clock().getTime();
  try {
    for await (const message of contentsOf(deps, reader, now)) {
      const time = deps.clock().getTime();
      if (time - checked >= CHECK_MS) {
        if (!(await reader.mayRead())) throw new Error('Health data was locked while everything was saved');
        checked = time;
      }
      worker.postMessage(message);
      const signal = AbortSignal.timeout(PAGE_DEADLINE_MS);
      const [piece] = (await once(worker, 'message', { signal })) as [Uint8Array<ArrayBuffer>];
      if (piece.length > 0) yield Buffer.from(piece.buffer);
    }
  } finally {
    await worker.terminate();
  }
}

const EXPORT = 'data.export';
const ANSWER_HEADS =
  'Client ID,First Name,Last Name,Form,Date,Filled In,Appointment ID,Section,Question,Answer\r\n';

/** What is in the zip file, in its order. */
async function* contentsOf(deps: Deps, reader: Reader, now: Date): AsyncGenerator<ToFilesWorker> {
  const { db, config } = deps;
  const { staff_id } = reader;
  const action = memberAction({ staff_id, via: 'WEB', action: EXPORT, object_id: staff_id });
  await inTransaction(db, (trx) => recordStaffAction(trx, action, now));
  yield { file: 'README.md', text: readme(config.site_url, now) };
  for (const [name, { heads, pages }] of Object.entries(TABLES)) {
    yield { file: `${name}.csv`, text: csvLine(heads) };
    for await (const rows of pages(db)) yield { text: rows.map(csvLine).join('') };
  }
  yield { file: 'answers.csv', text: ANSWER_HEADS };
  for await (const people of selectPeople(db)) {
    await recordReading(deps, people, reader, now);
    for (const person of people) yield* formsOf(deps, person, 'ROWS');
  }
  for await (const people of selectPeople(db))
    for (const person of people) {
      yield* formsOf(deps, person, 'PICTURES');
      yield* writtenAbout(deps, person, now);
    }
  for (const { id } of await selectPostHeads(db)) {
    const post = await selectPost(db, id);
    if (post) yield { file: `posts/${nameOf(post.title, id)}.html`, text: postHtml(post, config.site_url) };
  }
  yield null;
}

const nameOf = (words: string, id: string) => [slugOf(words), id].filter(Boolean).join(' ');

/** Each client sees that the record was saved. The log of staff has one line for all of them (audit/store.ts). */
async function recordReading(
  { db }: Deps,
  people: readonly Person[],
  reader: Reader,
  now: Date,
): Promise<void> {
  const { staff_id, session_id } = reader;
  const reading = { actor: `staff:${staff_id}`, action: EXPORT, session_id } as const;
  const entries = people.map(({ id }) => ({ ...reading, user_id: id, object_id: id }));
  await auditAll(db, entries, now);
}

async function* formsOf(
  { db, keyring }: Deps,
  person: Person,
  as: 'ROWS' | 'PICTURES',
): AsyncGenerator<ToFilesWorker> {
  const rows = (await selectSubmissions(db, person.id)).filter(
    ({ content }) => as === 'ROWS' || questionsOf(content).some(({ type }) => type === 'SIGNATURE'),
  );
  const secret = rows.length > 0 && (await keyring.knownKeyOf(db, person.id))?.secret;
  // Without a key the client was erased meanwhile.
  if (!secret) return;
  for await (const forms of readSubmissions(db, rows)) yield { secret, person, as, forms };
}

async function* writtenAbout(
  { db, keyring }: Deps,
  { id, ...names }: Person,
  now: Date,
): AsyncGenerator<ToFilesWorker> {
  const all = { after: undefined, from: undefined, limit: 100_000 };
  const entries = (await selectFileEntries(db, id, all, now)).filter(({ bytes }) => bytes > 0);
  const pinned = await selectPinnedNote(db, id);
  const secret = (entries.length > 0 || pinned) && (await keyring.knownKeyOf(db, id))?.secret;
  if (!secret) return;
  const name = fullName(names);
  yield { file: `notes/${nameOf(name, id)}.md`, text: `${lineOf(name)}\n\n` };
  if (pinned) yield { secret, pinned: pinned.body };
  for (const batch of batchesBySize(entries, ({ bytes }) => bytes)) {
    const { rows, bodies, drafts, published, reflections } = await readEntries(db, batch);
    const notes = rows.map((row) => ({ ...row, subject: subjectOf(row) }));
    yield { secret, entries: batch, notes, documents: { bodies, drafts, published, reflections } };
  }
}

const readme = (site_url: string, made_at: Date): string => `# Everything of ${practice.name}

Saved on ${formatLongMonthDate(made_at, practice.zone)}, while the site was in use. It has health data: keep it where only you can open it.

The .csv files are UTF-8 with commas (in Excel: Data, From Text/CSV); the first line names the columns. Dates are YYYY-MM-DD,
times are those of ${practice.zone}. A cell that begins with = + - @, a tab or a carriage return has an apostrophe
before it, so that no spreadsheet computes it. Amounts that clients chose on a sliding scale are empty, as on the site.

- \`clients.csv\`: a line for each client
- \`appointments.csv\`: a line for each booking, also cancelled ones; \`Client ID\` is that of \`clients.csv\`
- \`payments.csv\`: \`Type\` is Payment, Refund or Correction (of a payment that you recorded), and no amount is negative; a
  payment by card is one line for all its appointments, tax included; one without an appointment says so in \`Note\`, and its
  amount is at your payment provider
- \`forms.csv\`: the questions of each form
- \`answers.csv\`: a line for each question of a form that was handed in; \`Filled In\` is CLIENT, TOGETHER or PAPER
- \`signatures/\`: the signatures that \`answers.csv\` names
- \`notes/\`: a file for each client with session notes, recommendations, notes about phone calls, what is important, and the
  reflections that the client shares; its name ends with the \`Client ID\`
- \`posts/\`: your posts as you last saved them; their pictures are still at ${site_url}
`;
