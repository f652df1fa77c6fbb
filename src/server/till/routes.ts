import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/till.calls.ts';
import * as schemas from '#contract/till.schemas.ts';
import { readPanel } from '../agenda/panel.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { staffWriter } from '../staff/staff-writer.ts';
import { changePrice } from './change-price.ts';
import { endHold } from './end-hold.ts';
import { refundBooking } from './refund.ts';
import { sendPaymentLink } from './send-link.ts';
import { correctPayment, recordPayment } from './take-payment.ts';

/** Money that staff take, ask for, waive or refund, each recorded (rules.md §9). */
export function tillRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const { write, writeAndDeliver } = staffWriter(deps);

  route(
    app,
    deps,
    calls.staffEndHold,
    schemas.staffEndHold,
    writeAndDeliver(async (context) => {
      const { params, body, actor, now } = context;
      const action = { actor, ...body, booking_id: params.id };
      return await endHold(deps, action, now);
    }),
  );

  route(
    app,
    deps,
    calls.staffChangePrice,
    schemas.staffChangePrice,
    write(async (context) => {
      const { params, body, actor, now } = context;
      const { action_id, ...request } = body;
      const action = { actor, action_id, booking_id: params.id, request };
      return (await changePrice(deps, action, now)) ?? (await readPanel(db, params.id, now));
    }),
  );

  route(
    app,
    deps,
    calls.staffRecordPayment,
    schemas.staffRecordPayment,
    write(async (context) => {
      const { params, body, actor, now } = context;
      const { action_id, ...request } = body;
      const action = { actor, action_id, booking_id: params.id, request };
      return await withPanel(await recordPayment(deps, action, now), now);
    }),
  );

  route(
    app,
    deps,
    calls.staffCorrectPayment,
    schemas.staffCorrectPayment,
    write(async (context) => {
      const { params, body, actor, now } = context;
      const { action_id, ...request } = body;
      const action = { actor, action_id, payment_id: params.id, request };
      return await withPanel(await correctPayment(deps, action, now), now);
    }),
  );

  route(
    app,
    deps,
    calls.staffSendPaymentLink,
    schemas.staffSendPaymentLink,
    writeAndDeliver(async (context) => {
      const { params, body, actor, now } = context;
      return await sendPaymentLink(deps, { actor, ...body, booking_id: params.id }, now);
    }),
  );

  route(
    app,
    deps,
    calls.staffRefund,
    schemas.staffRefund,
    writeAndDeliver(async (context) => {
      const { params, body, actor, now } = context;
      const { action_id, ...request } = body;
      const action = { actor, action_id, booking_id: params.id, request };
      return (await refundBooking(deps, action, now)) ?? (await readPanel(db, params.id, now));
    }),
  );

  async function withPanel(taken: { receipt_number: number; booking_id: string } | Refusal, now: Date) {
    if (taken instanceof Refusal) return taken;
    const booking = await readPanel(db, taken.booking_id, now);
    return booking instanceof Refusal ? booking : { receipt_number: taken.receipt_number, booking };
  }
}
