import { randomUUID } from 'node:crypto';
import type { CreatedBookings, staffCreateBookings } from '#contract/placement.schemas.ts';
import { practice } from '#content/public/practice.ts';
import { priceError } from '#domain/money/payable.ts';
import { refundPolicyFrom } from '#domain/money/policies.ts';
import { isCompleteAddress } from '#domain/people/address.ts';
import type { SeatLine } from '#domain/checkout/checkout-line.ts';
import type { z } from 'zod';
import type { Action } from '../actions/staff-action.ts';
import { presentSession } from '../agenda/present-session.ts';
import { selectSessions } from '../agenda/store.ts';
import { countSuggested } from '../bookings/list-suggestions.ts';
import { endUnseatableCheckouts } from '../checkout/store.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { selectRequiredForms } from '../forms/store.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { readOwnLine } from '../mail/visit-mail.ts';
import { queueMail } from '../mail/outbox.ts';
import { bookedForYouMail } from '../mail/templates/booked-for-you.ts';
import { type Actor, actorName } from '../runtime/staff-actions.ts';
import { readSetting } from '../runtime/settings-store.ts';
import { lockTimeToTake } from '../seats/hold-seats.ts';
import { type Site, withJoinUrl } from '../sessions/join-link.ts';
import { withVisitUrl } from '../sessions/visit-link.ts';
import { mailLinkForNew } from '../till/send-link.ts';
import { takeFullPayment } from '../till/take-payment.ts';
import { withPlacements } from './present-placement.ts';
import { evaluateTime, type PlacementSubject, readSubject, spanOf } from './read-placement.ts';
import { staffLine, staffPrice, ADDRESS_NEEDED } from './staff-line.ts';
import { insertStaffBookings, selectMade, shortenBuffers } from './store.ts';
import {
  exceedsSupported,
  monthOf,
  readSupportedAMonth,
  SUPPORTED_LIMIT,
  supportedWarning,
} from './supported-visits.ts';
import { refuseStarts } from './validate-starts.ts';

type CreateRequest = Omit<z.output<typeof staffCreateBookings.body>, 'action_id'>;

/**
 * Books a session or a series for a client (rules.md §9): every time or none. Overlap is refused; every warning must be
 * accepted. What is paid at once and the payment link belong to the same transaction. A repeat of the action answers with
 * the bookings that it made.
 */
export const createBookings = ({
  db,
  config: site,
}: Pick<Deps, 'db' | 'config'>): Action<typeof staffCreateBookings> => ({
  action: 'booking.create',
  work: async (trx, { actor, action_id, body: request, now }) => {
    const starts = startsOf(request);
    const invalid = refuseStarts(starts, now) ?? refusePayment(request);
    if (invalid) return invalid;
    const found = await readSubject(trx, request, now);
    if (found instanceof Refusal) return found;
    const isSupported = request.free_reason === 'SUPPORTED';
    await lockTimeToTake(
      trx,
      starts.map((start) => spanOf(found, start)),
      { client_ids: [request.client_id], months: isSupported ? starts.map(monthOf) : [] },
    );
    // Read again: service and client may have changed while this waited for the locks.
    const subject = await readSubject(trx, request, now);
    if (subject instanceof Refusal) return subject;
    if (request.place === 'HOUSE_CALL' && !isCompleteAddress(subject.client?.address)) return ADDRESS_NEEDED;
    const exceeds = isSupported && (await exceedsSupported(trx, starts));
    const lines = await linesOf(trx, subject, { request, starts, exceeds }, now);
    if (lines instanceof Refusal) return lines;
    const series_id = lines.length > 1 ? randomUUID() : null;
    if (request.accept.includes('BUFFER')) await shortenBuffers(trx, starts);
    const seated = await insertStaffBookings(
      trx,
      lines,
      {
        user_id: request.client_id,
        payment: request.payment,
        free_reason: request.free_reason ?? null,
        series_id,
        booked_by: actor.staff_id,
        actor: actorName(actor),
      },
      now,
    );
    if (seated !== lines.length) return refuse('SLOT_TAKEN');
    const booking_ids = lines.map(({ booking_id }) => booking_id);
    await endUnseatableCheckouts(trx, { booking_ids }, now);
    await countSuggested(trx, request.client_id, lines, now);
    const unpaid = await settle(trx, { request, booking_ids, actor, action_id, site }, now);
    if (unpaid) return unpaid;
    const notified = await notifyClient(trx, subject, { request, lines, series_id, site }, now);
    return {
      object_kind: 'BOOKING',
      object_id: booking_ids[0]!,
      user_id: request.client_id,
      details: {
        count: String(lines.length),
        payment: request.free_reason ?? request.payment,
        accepted: request.accept.toSorted().join(' '),
        notified,
      },
    };
  },
  answer: ({ action_id, now }) => readMade(db, action_id, now),
  refused: async (refusal, { body: request, now }) => {
    const starts = startsOf(request);
    const subject = await readSubject(db, request, now);
    if (subject instanceof Refusal || refuseStarts(starts, now)) return refusal;
    const exceeds = request.free_reason === 'SUPPORTED' && (await exceedsSupported(db, starts));
    const more = exceeds ? [supportedWarning(await readSupportedAMonth(db))] : [];
    return await withPlacements(db, refusal, subject, starts, now, more);
  },
});

const startsOf = ({ starts }: CreateRequest): Date[] =>
  starts.map((start) => new Date(start)).sort((a, b) => a.getTime() - b.getTime());

/** Evaluates every time under its locks. */
async function linesOf(
  trx: Trx,
  subject: PlacementSubject,
  { request, starts, exceeds }: { request: CreateRequest; starts: readonly Date[]; exceeds: boolean },
  now: Date,
): Promise<SeatLine[] | Refusal> {
  const price = staffPrice(subject, request);
  const accepted = new Set<string>(request.accept);
  const lines: SeatLine[] = [];
  let isAccepted = !exceeds || accepted.has(SUPPORTED_LIMIT);
  for (const start of starts) {
    const { placement } = await evaluateTime(trx, subject, start, now);
    if (placement.joins?.mine === 'BOOKED') return refuse('ALREADY_BOOKED');
    if (placement.verdict === 'TAKEN') return refuse('SLOT_TAKEN');
    isAccepted &&= placement.warnings.every(({ code }) => accepted.has(code));
    lines.push(staffLine(subject, placement, price));
  }
  return isAccepted ? lines : refuse('WARNINGS_CHANGED');
}

/** Records what was paid just now, or mails the payment link. */
async function settle(
  trx: Trx,
  {
    request: { payment, paid_by: method, client_id: user_id },
    booking_ids,
    actor,
    ...link
  }: {
    request: CreateRequest;
    booking_ids: readonly string[];
    actor: Actor;
    action_id: string;
    site: Site;
  },
  now: Date,
): Promise<Refusal | null> {
  if (payment === 'ONLINE') return await mailLinkForNew(trx, { booking_ids, actor, user_id, ...link }, now);
  return method ? await takeFullPayment(trx, { booking_ids, method, actor }, now) : null;
}

/** A booking is free if and only if it says why, and then costs nothing. */
function refusePayment({ payment, free_reason, price_cents, paid_by }: CreateRequest): Refusal | null {
  if (paid_by && payment !== 'LATER')
    return refuse('INVALID_INPUT', { details: { paid_by: 'Please choose one way to pay.' } });
  if ((payment === 'FREE') !== (free_reason !== undefined))
    return refuse('INVALID_INPUT', { details: { free_reason: 'Please say why it is free.' } });
  if (payment === 'FREE' && (price_cents ?? 0) !== 0)
    return refuse('INVALID_INPUT', { details: { price_cents: 'A free session costs nothing.' } });
  const wrong = priceError(price_cents ?? 0, practice.currency);
  return wrong === null ? null : refuse('INVALID_INPUT', { details: { price_cents: wrong } });
}

/** Queues the mail in the transaction that books. False: the client is not asked for, or has no address. */
async function notifyClient(
  trx: Trx,
  { client }: PlacementSubject,
  {
    request,
    lines,
    series_id,
    site,
  }: { request: CreateRequest; lines: readonly SeatLine[]; series_id: string | null; site: Site },
  now: Date,
): Promise<boolean> {
  if (!client || !request.notify || client.email === '') return false;
  const ids = new Set(lines.map(({ booking_id }) => booking_id));
  const required = request.ask_for_forms ? await selectRequiredForms(trx, client.id, now) : [];
  const due = required.filter(({ booking_id }) => booking_id === null || ids.has(booking_id));
  const mail = bookedForYouMail({
    first_name: client.first_name,
    bookings: lines
      .map((line) => ({
        ...line,
        id: line.booking_id,
        start_time: new Date(line.start_time),
        end_time: new Date(line.end_time),
        sequence: 0,
      }))
      .map(withJoinUrl(site))
      .map(withVisitUrl(site, client)),
    payment: request.payment,
    is_price_open: lines[0]!.price_chosen_by_client,
    forms_due: [...new Set(due.map(({ name }) => name))],
    policy: refundPolicyFrom(await readSetting(trx, 'policies')),
    own_line: await readOwnLine(trx, 'booked-for-you'),
    site_url: site.site_url,
    now,
  });
  const dedupe_key = `booked-for-you:${series_id ?? lines[0]!.booking_id}`;
  return await queueMail(
    trx,
    { ...mail, dedupe_key, kind: 'booked-for-you', user_id: client.id, to: client.email },
    now,
  );
}

async function readMade(db: Db, action_id: string, now: Date): Promise<CreatedBookings> {
  const made = await selectMade(db, action_id);
  const sessions = await selectSessions(
    db,
    made.map(({ id }) => id),
    now,
  );
  return { series_id: made[0]?.series_id ?? null, bookings: sessions.map(presentSession) };
}
