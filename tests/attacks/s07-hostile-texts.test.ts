import { unzipSync } from 'fflate';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, it } from 'vitest';
import type { Blog } from '#contract/blog.schemas.ts';
import type { Booking } from '#contract/bookings.schemas.ts';
import type { OutputOf } from '#contract/call.ts';
import type { getForms } from '#contract/client.calls.ts';
import type { Delta } from '#domain/text/notes.ts';
import { policyOf } from '#domain/money/refunds.ts';
import { blocksOf } from '#domain/text/rich-text.ts';
import { slugOf } from '#domain/text/slug.ts';
import { insertPost } from '#server/blog/draft-store.ts';
import type { MailedBooking } from '#server/mail/mailed-booking.ts';
import { bookingCancelledMail } from '#server/mail/templates/booking-cancelled.ts';
import { bookedForYouMail } from '#server/mail/templates/booked-for-you.ts';
import { bookingConfirmedMail } from '#server/mail/templates/booking-confirmed.ts';
import {
  clientInvitationMail,
  formReminderMail,
  houseCallDecisionMail,
  noteWaitingMail,
  staffMessageMail,
} from '#server/mail/templates/client-messages.ts';
import { paymentRefundedMail } from '#server/mail/templates/payments.ts';
import { reminderMail } from '#server/mail/templates/reminder.ts';
import { report } from '../support/profile.ts';
import { testApp } from '../support/app.ts';
import { CLIENT, PNG } from './support/belongings.ts';
import { hostileDocument } from './support/hostile-document.ts';
import { newPerson } from './support/people.ts';
import { CODE, PAYLOADS, URL_PAYLOADS } from '../support/xss-payloads.ts';

const POLICY = { full_refund_hours: 24 };

const site = await testApp({ env: { RATE_LIMIT_SCALE: '1000000' } });

/** The pages' own components; named at run time, as these tests are checked without JSX. */
async function draw(file: string, name: string, props: object): Promise<string> {
  const path = `../../src/web/${file}`;
  const module = (await import(/* @vite-ignore */ path)) as Record<string, ComponentType<object>>;
  return renderToStaticMarkup(createElement(module[name]!, props));
}

const TAGS = new Set(
  (
    'div p span br h1 h2 h3 h4 h5 h6 strong em u s code sub sup pre blockquote ul ol li a img figure figcaption ' +
    'iframe section dl dt dd svg path circle g ellipse'
  ).split(' '),
);
const VIDEO = /^https:\/\/(?:www\.youtube\.com\/embed|player\.vimeo\.com\/video)\/[\w-]+$/;
const PIXELS = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp);base64,[a-z0-9+/=]+$/i;
const SIGNS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
};

/** An attribute's value as a browser reads it. Only the five signs that we write are known. */
const decoded = (value: string): string =>
  value.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_all, name: string) => SIGNS[name]!);

/**
 * Lists what in this HTML could run. Every byte must belong to a text, or to a tag in the spelling that our renderers
 * write. What a lenient parser would have to guess is a finding too.
 */
function dangersIn(html: string, tags: ReadonlySet<string> = TAGS): string[] {
  const found: string[] = [];
  const part = /[^<>]+|<(\/?)([a-z][a-z0-9]*)((?: [a-zA-Z:-]+(?:="[^"<>]*")?)*)\/?>/y;
  while (part.lastIndex < html.length) {
    const at = part.lastIndex;
    const match = part.exec(html);
    if (!match) return [...found, `no HTML of ours: ${html.slice(at, at + 80)}`];
    const [, , tag, attributes = ''] = match;
    if (!tag) continue;
    if (!tags.has(tag)) found.push(`<${tag}>`);
    for (const [, name = '', raw = ''] of attributes.matchAll(/ ([a-zA-Z:-]+)(?:="([^"]*)")?/g)) {
      // oxlint-disable-next-line no-control-regex -- a browser leaves these out before it reads the scheme
      const value = decoded(raw).replace(/[\u0000-\u0020\u007f]/g, '');
      const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase();
      if (/^on|^(?:srcdoc|formaction|action|data|background|ping|xlink:href)$/i.test(name))
        found.push(`${name} of <${tag}>`);
      if (name === 'href' && scheme && !/^(?:https?|mailto|tel|sms)$/.test(scheme) && value !== 'about:blank')
        found.push(`href ${value}`);
      if (name === 'src' && tag === 'iframe' && !VIDEO.test(value)) found.push(`frame ${value}`);
      if (name === 'src' && tag !== 'iframe' && scheme && !/^https?$/.test(scheme) && !PIXELS.test(value))
        found.push(`src ${value}`);
    }
  }
  return found;
}

const tested = new Set<string>();
let dangers = 0;

/** Nothing in it could run; counted for the line of figures. */
function expectHarmless(place: string, html: string, tags?: ReadonlySet<string>): void {
  const found = dangersIn(html, tags);
  tested.add(place);
  dangers += found.length;
  expect(found).toEqual([]);
}

afterAll(() => {
  const passed = dangers === 0 && tested.size === 7;
  const figure = `${dangers} dangers of ${PAYLOADS.length} payloads in ${tested.size} of 7 places`;
  report('S7', '300 payloads in every text: nothing in our HTML could run', figure, passed);
});

it('S7: there are 300 payloads, and the HTML checker detects dangerous HTML', () => {
  expect([PAYLOADS.length, new Set(PAYLOADS).size]).toEqual([300, 300]);
  const raw = PAYLOADS.filter((bad) => /<\/?[a-z!]/i.test(bad));
  expect(raw.length).toBeGreaterThan(150);
  expect(raw.filter((bad) => dangersIn(`<p>${bad}</p>`).length === 0)).toEqual([]);
  for (const bad of [`javascript:${CODE}`, 'data:text/html,x', ' java\tscript:x', 'vbscript:x'])
    expect(dangersIn(`<a href="${bad}">x</a>`)).toHaveLength(1);
  expect(dangersIn('<p onclick="x">a</p>')).toHaveLength(1);
});

it('S7: notes are safe as a document and as plain text', async () => {
  const client = await site.signIn(CLIENT);
  const bookings = async () => (await client.request({ url: '/auth/get-user-bookings' })).json<Booking[]>();
  const { id } = (await bookings()).find(({ status }) => status === 'COMPLETED')!;
  const words = PAYLOADS.join('\n');
  for (const notes of [hostileDocument(), JSON.stringify(hostileDocument()), words]) {
    const answer = await client.request({
      method: 'PATCH',
      url: `/auth/update-user-notes?id=${id}`,
      payload: { notes },
    });
    expect([answer.statusCode, answer.body.slice(0, 200)]).toEqual([200, expect.any(String)]);
    const { client_notes } = (await bookings()).find((booking) => booking.id === id)!;
    const html = await draw('bookings/notes/saved-note.tsx', 'SavedNote', { notes: client_notes });
    expect(html.length).toBeGreaterThan(words.length);
    expectHarmless('notes', html);
  }
});

it('S7: a document written directly into the database is validated again when it is rendered', async () => {
  const drawn = await draw('ui/rich-text.tsx', 'RichText', {
    blocks: blocksOf(hostileDocument(), 'ARTICLE'),
  });
  expectHarmless('unchecked documents', drawn);
  expect(drawn).toContain('<figcaption>');
  const contained = await draw('ui/rich-text.tsx', 'RichText', { blocks: blocksOf(hostileDocument()) });
  expectHarmless('documents that load nothing', contained);
  expect(contained).not.toMatch(/<iframe|<img[^>]+src="(?!data:)/);
});

it('S7: a blog post is safe on its page and in the feed', async () => {
  const [first = '', ...others] = PAYLOADS;
  await insertPost(site.deps.db, {
    slug: slugOf(PAYLOADS.join(' ')),
    title: PAYLOADS.join(' '),
    description: PAYLOADS.join(' '),
    author: first,
    publish_date: site.clock.now(),
    hero_image_url: '/art/blog-ginger.svg',
    hero_alt: others.join(' '),
    og_image_url: null,
    categories: [...PAYLOADS],
    content: hostileDocument(),
  });
  const blogs = (await site.request({ url: '/get-blogs' })).json<Blog[]>();
  const post = blogs.find(({ author }) => author === first)!;
  expect(post.url_path).toMatch(/^[a-z0-9-]+$/);
  const content = post.content as Delta;
  const html = await draw('ui/rich-text.tsx', 'RichText', {
    blocks: blocksOf(content, 'ARTICLE'),
    look: 'essay',
  });
  expectHarmless('posts', html);
  const feed = await site.request({ url: '/blog/feed.xml' });
  const known = 'feed title subtitle id link updated entry published author name category summary'.split(' ');
  expectHarmless('feed', feed.body.replace(/^<\?xml[^>]*\?>/, ''), new Set(known));
  expect(feed.headers['x-content-type-options']).toBe('nosniff');
});

it('S7: form answers are safe, and an invalid choice or signature is refused', async () => {
  const left = [...PAYLOADS];
  let refused = 0;
  for (let people = 0; left.length > 0 || refused === 0; people++) {
    const person = await newPerson(site, 'profile');
    const forms = async () =>
      (await person.request({ url: '/auth/get-forms' })).json<OutputOf<typeof getForms>>();
    for (const { form } of (await forms()).required_forms) {
      const questions = form.content.sections.flatMap((section) => section.questions);
      const send = (responses: Record<string, unknown>) =>
        person.request({
          method: 'POST',
          url: '/auth/upload-form',
          payload: { form_id: form.id, responses },
        });
      const answers: Record<string, unknown> = {};
      const written: string[] = [];
      for (const { id, type, options } of questions) {
        if (type === 'CHECKBOX') answers[id] = [options[0]];
        else if (type === 'RADIO' || type === 'SELECT') answers[id] = options[0];
        else if (type === 'SIGNATURE') answers[id] = PNG;
        else {
          const some: string[] = [];
          const room = type === 'TEXT' ? 900 : 9000;
          while (left.length > 0 && some.join('\n').length + left[0]!.length < room) some.push(left.shift()!);
          answers[id] = some.join('\n') || 'nothing more';
          written.push(...some);
        }
      }
      const chosen = questions.filter(({ type }) => !['TEXT', 'TEXTAREA'].includes(type));
      if (people === 0)
        for (const { id, type } of chosen)
          for (const bad of URL_PAYLOADS) {
            const answer = await send({ ...answers, [id]: type === 'CHECKBOX' ? [bad] : bad });
            // Not among the choices, no picture, or no answer at all.
            expect([type, bad, [400, 422].includes(answer.statusCode)]).toEqual([type, bad, true]);
            refused++;
          }
      expect((await send(answers)).statusCode).toBe(200);
      const done = (await forms()).completed_forms.find(({ form_id }) => form_id === form.id)!;
      const { responses } = done;
      const html = await draw('forms/answers-view.tsx', 'AnswersView', { form: done.form, responses });
      expectHarmless('answers', html);
      // Nothing that can be seen is lost either: it is a text like any other.
      const visible = (text: string) => text.replaceAll(/[\s\p{C}]+/gu, '');
      const seen = visible(decoded(html));
      expect(written.filter((bad) => !seen.includes(visible(bad)))).toEqual([]);
    }
    if (people > 40) throw new Error(`${left.length} payloads found no question`);
  }
});

it('S7: names and pronouns are safe in mails', async () => {
  const person = await newPerson(site, 'profile');
  for (let at = 0; at < PAYLOADS.length; at += 2) {
    const [first = '', last = ''] = PAYLOADS.slice(at, at + 2).map((bad) => bad.slice(0, 100));
    const answer = await person.request({
      method: 'PUT',
      url: '/auth/update-user',
      payload: { first_name: first, last_name: last, pronouns: first.slice(0, 40) },
    });
    // Refused, or kept as the text that it is.
    expect([200, 422]).toContain(answer.statusCode);
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringContaining('application/json'),
      'x-content-type-options': 'nosniff',
    });
  }
  for (const bad of PAYLOADS)
    for (const html of mailsNaming(bad)) expectHarmless('mails', bodyOf(html), MAIL_TAGS);
});

it('S7: file names are safe', async () => {
  const client = await site.signIn(CLIENT);
  const kept: string[] = [];
  for (const fileName of PAYLOADS) {
    const answer = await client.request({
      method: 'POST',
      url: '/auth/get-presigned-url',
      payload: { fileName, fileType: 'image/jpeg' },
    });
    expect(answer.statusCode).toBeLessThan(500);
    if (answer.body.includes('__xss')) kept.push(fileName);
  }
  expect(kept).toEqual([]);
  const zip = await client.request({ url: '/auth/download-my-data' });
  const odd = Object.keys(unzipSync(zip.rawPayload)).filter(
    (name) => !/^[\w .,'()&-]+(?:\/[\w .,'()&-]+)*$/.test(name),
  );
  expect(odd).toEqual([]);
});

const MAIL_TAGS = new Set('body div table tr td a p h1 h2 ul li br em title'.split(' '));

/** The title and the body of a mail: between them stand our own styles. */
function bodyOf(html: string): string {
  const title = /<title>.*<\/title>/s.exec(html)![0].replace(/<style>.*$/s, '');
  return title + html.slice(html.lastIndexOf('<body'), html.lastIndexOf('</html>'));
}

function mailsNaming(bad: string): string[] {
  const site_url = 'https://sattvaandsage.example';
  const now = site.clock.now();
  const booking: MailedBooking = {
    id: '7b0c1f2e-0000-4000-8000-000000000001',
    service_name: bad,
    service_type: 'AYURVEDA',
    start_time: now,
    end_time: new Date(now.getTime() + 3_600_000),
    location_type: 'HOUSE_CALL',
    location_name: bad,
    visit_address: { street_number: bad, route: bad, subpremise: bad, city: bad, state: bad, zip_code: bad },
    price_cents: 12_500,
    sequence: 0,
  };
  const common = { first_name: bad, site_url, now, forms_due: [bad] };
  const money = { total_cents: 1, tax_cents: 1, refunded_cents: 1, receipt_url: null };
  const mails = [
    bookedForYouMail({
      policy: POLICY,
      ...common,
      bookings: [booking],
      payment: 'LATER',
      is_price_open: false,
    }),
    bookingConfirmedMail({ policy: POLICY, ...common, ...money, bookings: [booking] }),
    bookingCancelledMail({
      ...common,
      ...money,
      booking,
      by_client: true,
      policy: policyOf({ full_refund_hours: 24 }),
      message: bad,
    }),
    paymentRefundedMail({ ...common, ...money, why: 'TIME_GONE', sessions: [booking] }),
    reminderMail({ ...common, booking, hours: 24, own_line: bad }),
    staffMessageMail({ subject: bad, text: `${bad}\n${bad}`, site_url }),
    clientInvitationMail({ first_name: bad, token: 'k3y', site_url }),
    formReminderMail({ first_name: bad, forms: [bad], visit_url: null, site_url }),
    noteWaitingMail({ first_name: bad, booking_id: 'b1', site_url }),
    houseCallDecisionMail({ first_name: bad, site_url }),
  ];
  return mails.map(({ html }) => html);
}
