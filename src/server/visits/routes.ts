import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/visits.schemas.ts';
import { declineByLink } from '#contract/waitlist.schemas.ts';
import { cancelOwnBooking, readOptions, rescheduleOwnBooking } from '../changes/own-bookings.ts';
import { payBalance } from '../checkout/pay-balance.ts';
import { makeInvite } from '../clients/mail-client.ts';
import { lockClient } from '../clients/store.ts';
import { decidedTransaction } from '../db/transactions.ts';
import type { Deps } from '../deps.ts';
import { presentRequired } from '../forms/present-form.ts';
import { selectRequiredForms } from '../forms/store.ts';
import { submitForm } from '../forms/submit-form.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { publicRoute } from '../http/route.ts';
import { deliverSoon } from '../mail/send-mail.ts';
import { readAvailability, readReasons, readSlots } from '../slots/read-slots.ts';
import { declineOffer, takeOffer } from '../waitlist/answer-offer.ts';
import { selectOffers } from '../waitlist/store.ts';
import { findVisit, readPayable, readVisit } from './read-visit.ts';
import { type LinkedVisit, tryPhoneEnding } from './store.ts';

type Asked = { params: { token: string }; now: Date; request: { ip: string } };

/**
 * The page of a visit and what it does, for who has its link and no session (rules.md §7). All but showing and paying is for
 * a client without a login alone, by the functions of those with one.
 */
export function visitRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, keyring, limits } = deps;

  /** Unknown links are counted by their network. They use up nothing of those who have one. */
  const prove = async ({ params: { token }, now, request: { ip } }: Asked) => {
    const visit = await findVisit(deps, token, now);
    if (visit) return { by: visit.booking_id, proof: visit };
    const isCounted = await limits.take('unknown-link', { ip });
    return refuse(isCounted ? 'VISIT_LINK_EXPIRED' : 'LimitExceededException');
  };
  const proveChange = async (asked: Asked) => {
    const proved = await prove(asked);
    // The client's own session does it, and a mail that was forwarded does not.
    return !(proved instanceof Refusal) && proved.proof.has_login ? refuse('NOT_SIGNED_IN') : proved;
  };

  publicRoute(app, deps, calls.visitPage, schemas.visitPage, prove, async ({ proof, now }) => {
    return await readVisit(deps, proof, now);
  });

  publicRoute(app, deps, calls.payByLink, schemas.payByLink, prove, async ({ body, now, proof }) => {
    const [offer] = await selectOffers(db, { booking_id: proof.booking_id });
    if (offer) {
      const chosen = { id: offer.id, selected_price: body.selected_prices[0]?.cents };
      return await takeOffer(deps, proof.user, chosen, now);
    }
    const bookings = await readPayable(db, proof);
    const chosen = new Map(body.selected_prices.map(({ line, cents }) => [bookings[line]?.id, cents]));
    const chosenPrice = (id: string) => chosen.get(id);
    return await payBalance(
      deps,
      proof.user,
      { booking_ids: bookings.map(({ id }) => id), chosenPrice },
      now,
    );
  });

  publicRoute(app, deps, calls.declineByLink, declineByLink, proveChange, async ({ now, proof }) => {
    const [offer] = await selectOffers(db, { booking_id: proof.booking_id });
    return offer ? await declineOffer(deps, proof.user.id, offer.id, now) : refuse('OFFER_EXPIRED');
  });

  publicRoute(app, deps, calls.optionsByLink, schemas.optionsByLink, proveChange, async ({ proof, now }) => {
    return await readOptions(db, proof, now);
  });

  publicRoute(
    app,
    deps,
    calls.cancelByLink,
    schemas.cancelByLink,
    proveChange,
    async ({ body, proof, now }) => {
      const answer = await cancelOwnBooking(deps, { ...proof, ...body }, now);
      if (!(answer instanceof Refusal)) deliverSoon(deps);
      return answer;
    },
  );

  publicRoute(
    app,
    deps,
    calls.rescheduleByLink,
    schemas.rescheduleByLink,
    proveChange,
    async ({ body, proof, now }) => await rescheduleOwnBooking(deps, { ...proof, ...body }, now),
  );

  /** Of the visit's own service and place, whatever else is asked. */
  const slotsFor = <More>(
    { user, service_id, location_type, start_time }: LinkedVisit,
    { now, body }: { now: Date; body: More },
  ) => ({
    user,
    now,
    extra: null,
    body: {
      ...body,
      service: service_id,
      service_location_type: location_type,
      cart_items: [],
      moving: start_time.toISOString(),
    },
  });

  publicRoute(
    app,
    deps,
    calls.availabilityByLink,
    schemas.availabilityByLink,
    proveChange,
    async ({ proof, now }) => await readAvailability(deps, slotsFor(proof, { now, body: {} })),
  );

  publicRoute(
    app,
    deps,
    calls.slotsByLink,
    schemas.slotsByLink,
    proveChange,
    async ({ proof, ...asked }) => await readSlots(deps, slotsFor(proof, asked)),
  );

  publicRoute(
    app,
    deps,
    calls.explainByLink,
    schemas.explainByLink,
    proveChange,
    async ({ proof, ...asked }) => await readReasons(deps, slotsFor(proof, asked)),
  );

  publicRoute(
    app,
    deps,
    calls.formsByLink,
    schemas.formsByLink,
    proveChange,
    async ({ body, proof, now }) => {
      const refused = await refuseEnding(deps, proof, body.phone_ending);
      if (refused) return refused;
      const { user, booking_id } = proof;
      const required = await selectRequiredForms(db, user.id, now);
      const own = required.filter((form) => form.booking_id === null || form.booking_id === booking_id);
      return { required_forms: own.map((form) => presentRequired(form, null)) };
    },
  );

  publicRoute(
    app,
    deps,
    calls.submitByLink,
    schemas.submitByLink,
    proveChange,
    async ({ body, proof, now }) => {
      const { phone_ending, booking_id, ...form } = body;
      const refused = await refuseEnding(deps, proof, phone_ending);
      if (refused) return refused;
      const given = { ...form, user_id: proof.user.id, booking_id: booking_id ? proof.booking_id : null };
      return (await submitForm(db, keyring, given, now)) ?? { message: 'Form submitted successfully!' };
    },
  );

  publicRoute(app, deps, calls.inviteByLink, schemas.inviteByLink, proveChange, async ({ proof, now }) => {
    return await decidedTransaction<{ key: string } | Refusal>(db, async (trx) => {
      const client = await lockClient(trx, proof.user.id);
      const made = client && !client.has_login ? await makeInvite(trx, client, now) : refuse('RECORD_EXISTS');
      if (typeof made === 'string') return { answer: { key: made }, isKept: true };
      return { answer: refuse('RECORD_EXISTS', { message: HAS_ACCOUNT }), isKept: false };
    });
  });
}

const HAS_ACCOUNT = 'There is an account with this e-mail address. Please sign in, or call us.';

/** Refuses who does not know the end of the phone number: a mail that was forwarded shows no form. */
async function refuseEnding(
  { db }: Deps,
  { user, takes_forms }: LinkedVisit,
  ending: string,
): Promise<Refusal | null> {
  if (!takes_forms) return refuse('FORBIDDEN', { message: 'This visit takes no forms any more.' });
  const isRight = await tryPhoneEnding(db, user.id, ending);
  if (isRight) return null;
  return isRight === null
    ? refuse('FORBIDDEN', { message: 'The forms of this visit are sent by mail. Please answer our e-mail.' })
    : refuse('CodeMismatchException', {
        message: 'These aren’t the last four digits of the phone number that you gave us. Please try again.',
      });
}
