import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/till.calls.ts';
import * as schemas from '#contract/till.schemas.ts';
import { readPanel } from '../agenda/panel.ts';
import type { Actor } from '../agenda/run-action.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { deliverSoon } from '../mail/send-mail.ts';
import type { StaffMember } from '../sessions/staff-session.ts';
import { changePrice } from './change-price.ts';
import { endHold } from './end-hold.ts';
import { refundBooking } from './refund.ts';
import { sendPaymentLink } from './send-link.ts';
import { correctPayment, recordPayment } from './take-payment.ts';

/** Money that staff take, ask for, waive or refund, each recorded (rules.md §9). */
export function tillRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const isAllowed = (request: FastifyRequest, { id }: StaffMember) =>
    deps.limits.allow('staff-write', { ip: request.ip, account: id });
  const actorOf = ({ id }: StaffMember): Actor => ({ staff_id: id, via: 'WEB' });

  route(app, deps, calls.staffEndHold, schemas.staffEndHold, async (context) => {
    const { params, body, staff, request, now } = context;
    if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
    const action = { actor: actorOf(staff), ...body, booking_id: params.id };
    const answer = await endHold(deps, action, now);
    deliverSoon(deps);
    return answer;
  });

  route(app, deps, calls.staffChangePrice, schemas.staffChangePrice, async (context) => {
    const { params, body, staff, request: http, now } = context;
    if (!(await isAllowed(http, staff))) return refuse('LimitExceededException');
    const { action_id, ...request } = body;
    const action = { actor: actorOf(staff), action_id, booking_id: params.id, request };
    return (await changePrice(deps, action, now)) ?? (await readPanel(db, params.id, now));
  });

  route(app, deps, calls.staffRecordPayment, schemas.staffRecordPayment, async (context) => {
    const { params, body, staff, request: http, now } = context;
    if (!(await isAllowed(http, staff))) return refuse('LimitExceededException');
    const { action_id, ...request } = body;
    const action = { actor: actorOf(staff), action_id, booking_id: params.id, request };
    return await withPanel(await recordPayment(deps, action, now), now);
  });

  route(app, deps, calls.staffCorrectPayment, schemas.staffCorrectPayment, async (context) => {
    const { params, body, staff, request: http, now } = context;
    if (!(await isAllowed(http, staff))) return refuse('LimitExceededException');
    const { action_id, ...request } = body;
    const action = { actor: actorOf(staff), action_id, payment_id: params.id, request };
    return await withPanel(await correctPayment(deps, action, now), now);
  });

  route(app, deps, calls.staffSendPaymentLink, schemas.staffSendPaymentLink, async (context) => {
    const { params, body, staff, request, now } = context;
    if (!(await isAllowed(request, staff))) return refuse('LimitExceededException');
    const answer = await sendPaymentLink(
      deps,
      { actor: actorOf(staff), ...body, booking_id: params.id },
      now,
    );
    if (!(answer instanceof Refusal)) deliverSoon(deps);
    return answer;
  });

  route(app, deps, calls.staffRefund, schemas.staffRefund, async (context) => {
    const { params, body, staff, request: http, now } = context;
    if (!(await isAllowed(http, staff))) return refuse('LimitExceededException');
    const { action_id, ...request } = body;
    const action = { actor: actorOf(staff), action_id, booking_id: params.id, request };
    const refusal = await refundBooking(deps, action, now);
    if (refusal) return refusal;
    deliverSoon(deps);
    return await readPanel(db, params.id, now);
  });

  async function withPanel(taken: { receipt_number: number; booking_id: string } | Refusal, now: Date) {
    if (taken instanceof Refusal) return taken;
    const booking = await readPanel(db, taken.booking_id, now);
    return booking instanceof Refusal ? booking : { receipt_number: taken.receipt_number, booking };
  }
}
