import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/till.schemas.ts';
import { staffAction } from '../actions/staff-action.ts';
import type { Deps } from '../deps.ts';
import { changePrice } from './change-price.ts';
import { endHold } from './end-hold.ts';
import { keepPayment } from './keep-payment.ts';
import { refundBooking } from './refund.ts';
import { sendPaymentLink } from './send-link.ts';
import { correctPayment, recordPayment } from './take-payment.ts';

/** Money that staff take, ask for, waive or refund, each recorded (rules.md §9). */
export function tillRoutes(app: FastifyInstance, deps: Deps): void {
  staffAction(app, deps, calls.staffEndHold, schemas.staffEndHold, endHold(deps));
  staffAction(app, deps, calls.staffKeepPayment, schemas.staffKeepPayment, keepPayment);
  staffAction(app, deps, calls.staffChangePrice, schemas.staffChangePrice, changePrice(deps));
  staffAction(app, deps, calls.staffRecordPayment, schemas.staffRecordPayment, recordPayment(deps));
  staffAction(app, deps, calls.staffCorrectPayment, schemas.staffCorrectPayment, correctPayment(deps));
  staffAction(app, deps, calls.staffSendPaymentLink, schemas.staffSendPaymentLink, sendPaymentLink(deps));
  staffAction(app, deps, calls.staffRefund, schemas.staffRefund, refundBooking(deps));
}
