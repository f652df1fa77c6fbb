import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { about } from '#content/public/about.ts';
import { practice } from '#content/public/practice.ts';
import { postDrawings } from '#content/public/post-drawings.ts';
import { firstView } from '#content/public/landing-first-view.ts';
import { landing } from '#content/public/landing.ts';
import { dateOf } from '#content/seed/dates.ts';
import { demoClients } from '#content/seed/demo-clients.ts';
import { seedEvents } from '#content/seed/events.ts';
import { seedForms } from '#content/seed/forms.ts';
import { seedPosts } from '#content/seed/posts.ts';
import { seedClosures, seedOpenings, seedRules } from '#content/seed/rules.ts';
import { sampleSeats } from '#content/seed/sample-seats.ts';
import { seedServices } from '#content/seed/services.ts';
import type { DateRef, SeedBooking } from '#content/seed/types.ts';
import { openingOf, opensOnDay } from '#domain/slots/availability.ts';
import { addDays, dayNumberOf, dayOfWeek } from '#domain/time/calendar.ts';
import { type Delta, normaliseDelta } from '#domain/text/notes.ts';
import { slugOf } from '#domain/text/slug.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const SEED_DAYS = Array.from({ length: 75 }, (_, i) => addDays('2026-11-22', i));

const serviceOf = (key: string) => {
  const service = seedServices.find((each) => each.key === key);
  if (!service) throw new Error(`no service ${key}`);
  return service;
};
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const isClass = (key: string) => serviceOf(key).format !== 'ONE_ON_ONE';

/** The words of a document, without its pictures. */
const wordsIn = ({ ops }: Delta): string[] =>
  ops
    .map((op) => (typeof op.insert === 'string' ? op.insert : ' '))
    .join('')
    .trim()
    .split(/\s+/);

interface Held {
  what: string;
  date: string;
  from: number;
  until: number;
}
const held = (service: string, date: string, start: string): Held => ({
  what: `${service} ${date} ${start}`,
  date,
  from: minutes(start),
  until: minutes(start) + serviceOf(service).duration + serviceOf(service).buffer_time,
});

/** Rules and extra openings as the seed program makes them, on one seed day. */
function rulesOn(seedDay: string) {
  const openings = seedOpenings.map((opening) => {
    const date = dateOf(opening.date, seedDay);
    return {
      ...opening,
      day_of_week: dayOfWeek(date),
      pattern: null,
      week_of_month: null,
      start_date: date,
      end_date: date,
      is_active: true,
    };
  });
  const rules = seedRules.map((rule) => ({
    ...rule,
    start_date: dateOf(rule.start_date, seedDay),
    end_date: rule.end_date && dateOf(rule.end_date, seedDay),
  }));
  return [...rules, ...openings];
}

function closedAt(seedDay: string, time: Held): boolean {
  return seedClosures.some((closure) => {
    const first = dateOf(closure.date, seedDay);
    const last = addDays(first, closure.days - 1);
    if (time.date < first || time.date > last) return false;
    const from = time.date === first ? minutes(closure.from_time) : 0;
    const to = time.date === last ? minutes(closure.to_time) : 24 * 60;
    return time.from < to && time.until > from;
  });
}

/** Every class that stands within the next 31 days. */
function classesFrom(seedDay: string): Held[] {
  const rules = rulesOn(seedDay).filter((rule) => isClass(rule.service));
  return Array.from({ length: 31 }, (_, i) => addDays(seedDay, i + 1)).flatMap((date) =>
    rules
      .filter((rule) => opensOnDay(openingOf(rule), dayNumberOf(date)).open)
      .map((rule) => held(rule.service, date, rule.start_time)),
  );
}

function collisions(times: Held[]): string[] {
  const sorted = times.toSorted((a, b) => a.date.localeCompare(b.date) || a.from - b.from);
  return sorted.flatMap((time, i) => {
    const next = sorted[i + 1];
    return next && next.date === time.date && next.from < time.until ? [`${time.what} | ${next.what}`] : [];
  });
}

const isPast = (ref: DateRef) =>
  'day_offset' in ref ? ref.day_offset < 0 : 'week' in ref ? ref.week < 0 : (ref.skip ?? 0) < 0;
const liveSeats = (): SeedBooking[] => [
  ...sampleSeats,
  ...demoClients.flatMap((client) => client.bookings).filter((booking) => booking.status !== 'CANCELLED'),
];

describe('services', () => {
  it('has at least three of each type, with unique names', () => {
    for (const type of ['AYURVEDA', 'HERBALISM', 'YOGA'] as const)
      expect(seedServices.filter((service) => service.type.includes(type)).length).toBeGreaterThanOrEqual(3);
    expect(new Set(seedServices.map((service) => service.key)).size).toBe(seedServices.length);
    expect(new Set(seedServices.map((service) => service.name)).size).toBe(seedServices.length);
  });

  it('has a consultation of about 90 minutes and a Marma session of 45 (product.md §2.4.3)', () => {
    expect(serviceOf('ayurvedic-consultation').duration).toBe(90);
    expect(serviceOf('marma-session').duration).toBe(45);
  });

  it('has whole-dollar prices; a sliding scale has low < high and a suggestion between', () => {
    for (const { key, base_price, min_price, max_price, suggested_price } of seedServices) {
      expect(Number.isInteger(base_price), key).toBe(true);
      if (min_price === null || max_price === null) continue;
      expect(max_price, key).toBeGreaterThan(min_price);
      expect(suggested_price, key).toBeGreaterThanOrEqual(min_price);
      expect(suggested_price, key).toBeLessThanOrEqual(max_price);
    }
  });

  it('is what the landing page says it costs and takes', () => {
    for (const line of landing.ways.disciplines.flatMap((discipline) => [...discipline.services])) {
      const service = seedServices.find((each) => each.name === line.name);
      const price = service?.min_price
        ? `$${service.min_price}–$${service.max_price}`
        : `$${service?.base_price}`;
      expect(line.price).toBe(price);
      expect(line.detail.startsWith(`${service?.duration} min`)).toBe(true);
    }
    const lowest = Math.min(...seedServices.flatMap((service) => service.min_price ?? []));
    expect(firstView.facts[2].text).toBe(`Sliding scale, from $${lowest}`);
  });
});

describe('rules', () => {
  it('belong to services, at a place where the service is given', () => {
    for (const rule of [...seedRules, ...seedOpenings])
      expect(serviceOf(rule.service).service_location_type, rule.key).toContain(rule.location_type);
    const keys = [...seedRules, ...seedOpenings].map((rule) => rule.key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('leave room for one session, and MONTHLY ones name their week', () => {
    for (const rule of seedRules) {
      expect(minutes(rule.end_time) - minutes(rule.start_time), rule.key).toBeGreaterThanOrEqual(
        serviceOf(rule.service).duration,
      );
      expect(rule.week_of_month !== null, rule.key).toBe(rule.pattern === 'MONTHLY');
    }
  });

  it('never lets two classes collide, whatever day the practice is seeded', () => {
    for (const seedDay of SEED_DAYS) expect(collisions(classesFrom(seedDay)), seedDay).toEqual([]);
  });

  it('opens every service on some day of the next 30', () => {
    for (const seedDay of SEED_DAYS)
      for (const service of seedServices) {
        const rules = rulesOn(seedDay).filter((rule) => rule.service === service.key);
        const open = Array.from({ length: 30 }, (_, i) => addDays(seedDay, i + 1)).filter((date) =>
          rules.some((rule) => opensOnDay(openingOf(rule), dayNumberOf(date)).open),
        );
        expect(open.length, `${service.key} from ${seedDay}`).toBeGreaterThan(0);
      }
  });
});

describe('held time', () => {
  it('never overlaps: bookings, seats of others and classes share one practitioner', () => {
    for (const seedDay of SEED_DAYS) {
      const times = new Map<string, Held>();
      for (const time of classesFrom(seedDay)) times.set(time.what, time);
      for (const seat of liveSeats()) {
        const time = held(seat.service, dateOf(seat.date, seedDay), seat.start_time);
        times.set(time.what, time);
      }
      expect(collisions([...times.values()]), seedDay).toEqual([]);
    }
  });

  it('is where a rule offers it, outside closed days, and within the free seats', () => {
    for (const seedDay of SEED_DAYS) {
      const taken = new Map<string, number>();
      for (const seat of liveSeats().filter((each) => !isPast(each.date))) {
        const time = held(seat.service, dateOf(seat.date, seedDay), seat.start_time);
        const rule = rulesOn(seedDay).find(
          (each) =>
            each.service === seat.service &&
            each.location_type === seat.location_type &&
            opensOnDay(openingOf(each), dayNumberOf(time.date)).open &&
            (isClass(seat.service)
              ? each.start_time === seat.start_time
              : time.from >= minutes(each.start_time) &&
                time.from + serviceOf(seat.service).duration <= minutes(each.end_time) &&
                (time.from - minutes(each.start_time)) % each.slot_step_min === 0),
        );
        expect(rule, `${time.what} from ${seedDay}`).toBeDefined();
        expect(closedAt(seedDay, time), `${time.what} is closed from ${seedDay}`).toBe(false);
        const seats = (taken.get(time.what) ?? 0) + 1;
        taken.set(time.what, seats);
        expect(seats, time.what).toBeLessThanOrEqual(
          rule?.capacity ?? serviceOf(seat.service).max_capacity ?? 1,
        );
      }
    }
  });
});

describe('demo clients', () => {
  const [maren, newcomer] = demoClients;

  it('has a rich past and three visits to come, and a newcomer without any', () => {
    const bookings = maren!.bookings;
    expect(bookings.filter((booking) => booking.status === 'COMPLETED').length).toBeGreaterThanOrEqual(8);
    expect(bookings.filter((booking) => booking.status === 'CONFIRMED')).toHaveLength(3);
    expect(bookings.some((booking) => booking.status === 'CANCELLED')).toBe(true);
    expect(bookings.some((booking) => booking.status === 'NO_SHOW')).toBe(true);
    for (const booking of bookings)
      expect(booking.status === 'CONFIRMED', booking.key).toBe(!isPast(booking.date));
    expect(newcomer!.bookings).toEqual([]);
  });

  it('answered its forms with what they offer, and all that they require', () => {
    for (const submission of maren!.submissions) {
      const form = seedForms.find((each) => each.key === submission.form)!;
      if (submission.booking !== null) {
        const booking = maren!.bookings.find((each) => each.key === submission.booking)!;
        expect(form.services).toContain(booking.service);
      }
      for (const question of form.content.sections.flatMap((section) => section.questions)) {
        const answer = submission.responses[question.id];
        if (question.required) expect(answer, question.id).toBeTruthy();
        if (question.options.length > 0 && answer !== undefined)
          for (const choice of [answer].flat()) expect(question.options).toContain(choice);
      }
    }
  });

  it('has notes that the rich-text rules keep as they are', () => {
    for (const booking of maren!.bookings)
      for (const note of [booking.client_notes, booking.published_recommendations])
        if (note) expect(normaliseDelta(note, 'NOTE')).toEqual(note);
  });
});

describe('forms', () => {
  it('cover all six question types, required and optional, in several sections', () => {
    const questions = seedForms.flatMap((form) =>
      form.content.sections.flatMap((section) => section.questions),
    );
    expect(new Set(questions.map((question) => question.type))).toEqual(
      new Set(['TEXT', 'TEXTAREA', 'RADIO', 'CHECKBOX', 'SELECT', 'SIGNATURE']),
    );
    expect(questions.some((question) => !question.required)).toBe(true);
    for (const form of seedForms) expect(form.content.sections.length, form.name).toBeGreaterThan(1);
  });

  it('are global or belong to services, with question ids that are unique in a form', () => {
    for (const form of seedForms) {
      expect(form.is_global, form.name).toBe(form.services.length === 0);
      form.services.forEach(serviceOf);
      const ids = form.content.sections.flatMap((section) =>
        section.questions.map((question) => question.id),
      );
      expect(new Set(ids).size, form.name).toBe(ids.length);
    }
  });

  it('offer choices exactly where a question is one', () => {
    for (const question of seedForms.flatMap((form) =>
      form.content.sections.flatMap((each) => each.questions),
    ))
      expect(question.options.length > 1, question.id).toBe(
        ['RADIO', 'CHECKBOX', 'SELECT'].includes(question.type),
      );
  });
});

describe('events', () => {
  it('have unique keys, end after they start, and stand where their class does', () => {
    expect(new Set(seedEvents.map((event) => event.key)).size).toBe(seedEvents.length);
    for (const event of seedEvents)
      expect(minutes(event.end_time)).toBeGreaterThan(minutes(event.start_time));
    for (const seedDay of SEED_DAYS)
      for (const event of seedEvents.filter((each) => each.service)) {
        const date = dateOf(event.date, seedDay);
        const rules = rulesOn(seedDay).filter((rule) => rule.service === event.service);
        expect(
          rules.some(
            (rule) =>
              opensOnDay(openingOf(rule), dayNumberOf(date)).open && rule.start_time === event.start_time,
          ),
          `${event.key} on ${date}`,
        ).toBe(true);
      }
  });
});

describe('posts', () => {
  it('are at least eight, of 500 to 900 words, with unique addresses', () => {
    expect(seedPosts.length).toBeGreaterThanOrEqual(8);
    for (const post of seedPosts) {
      const words = wordsIn(post.content).length;
      expect(words, post.title).toBeGreaterThanOrEqual(500);
      expect(words, post.title).toBeLessThanOrEqual(900);
    }
    expect(new Set(seedPosts.map((post) => slugOf(post.title))).size).toBe(seedPosts.length);
  });

  it('have a hero and a share picture under 120 kB, and only pictures that exist', () => {
    for (const post of seedPosts) {
      expect(readFileSync(`${root}public${post.hero_image_url}`, 'utf8')).toContain('id="art"');
      expect(readFileSync(`${root}public${post.og_image_url}`).length).toBeLessThan(120_000);
      for (const { insert } of post.content.ops)
        if (typeof insert === 'object' && insert['imageBlock'])
          expect(existsSync(`${root}public${(insert['imageBlock'] as { url: string }).url}`)).toBe(true);
    }
  });

  it('have headings, lists, quotes, pictures and a video, all of which the rich-text rules keep', () => {
    const ops = seedPosts.flatMap((post) => post.content.ops);
    for (const attribute of ['header', 'list', 'blockquote', 'bold', 'italic'])
      expect(
        ops.some((op) => op.attributes?.[attribute]),
        attribute,
      ).toBe(true);
    for (const embed of ['imageBlock', 'video'])
      expect(
        ops.some((op) => typeof op.insert === 'object' && op.insert[embed]),
        embed,
      ).toBe(true);
    for (const post of seedPosts)
      expect(normaliseDelta(post.content, 'ARTICLE'), post.title).toEqual(post.content);
  });
});

describe('public words', () => {
  it('have six core values, five questions, three other practitioners with links, and testimonials', () => {
    expect(about.values.items).toHaveLength(6);
    expect(about.faq.questions).toHaveLength(5);
    expect(about.others.people).toHaveLength(3);
    for (const person of about.others.people) expect(person.url).toMatch(/^https:\/\//);
    expect(about.testimonials.items.length).toBeGreaterThan(0);
    expect(about.faq.questions[0].answer).toContain('about 90 minutes, a Marma session 45 minutes');
  });

  it('have no e-mail address, and the tagline of product.md §2.2', () => {
    for (const file of readdirSync(`${root}content/public`))
      expect(readFileSync(`${root}content/public/${file}`, 'utf8'), file).not.toMatch(/[\w.+-]+@[\w-]+\.\w/);
    expect(practice.tagline).toBe('Your path towards Health & Wellness');
  });
});

describe('relative dates', () => {
  it('count weekdays before and after the seed day, never the day itself', () => {
    // 2026-11-22 is a Sunday
    expect(dateOf({ weekday: 0, week: 0 }, '2026-11-22')).toBe('2026-11-29');
    expect(dateOf({ weekday: 1, week: 0 }, '2026-11-22')).toBe('2026-11-23');
    expect(dateOf({ weekday: 6, week: -1 }, '2026-11-22')).toBe('2026-11-21');
    expect(dateOf({ weekday: 0, week: -2 }, '2026-11-22')).toBe('2026-11-08');
  });

  it('find a week of the month ahead and behind', () => {
    expect(dateOf({ weekday: 6, week_of_month: 2 }, '2026-11-22')).toBe('2026-12-12');
    expect(dateOf({ weekday: 6, week_of_month: 2, skip: 1 }, '2026-11-22')).toBe('2027-01-09');
    expect(dateOf({ weekday: 6, week_of_month: 2, skip: -1 }, '2026-11-22')).toBe('2026-11-14');
  });
});

it('staff can choose every drawing for a post', () => {
  const files = readdirSync(`${root}/public/art`).filter((name) => name.startsWith('blog-'));
  expect(postDrawings.map(({ url }) => url.slice('/art/'.length)).toSorted()).toEqual(files.toSorted());
});
