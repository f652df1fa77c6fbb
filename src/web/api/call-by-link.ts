import {
  availabilityByLink,
  bookingOptions,
  cancelBooking,
  cancelByLink,
  explainByLink,
  explainDate,
  getAvailabilities,
  getSlots,
  optionsByLink,
  rescheduleBooking,
  rescheduleByLink,
  slotsByLink,
  submitByLink,
  uploadForm,
} from '#contract/client.calls.ts';
import { call } from '#web/api/api.ts';
import type { CallOptions } from '#web/api/request.ts';
import type { Endpoint, Parts } from '#web/api/send.ts';

/** What the dialogs of the schedule and the forms call, and the same for a visit that a link opens. */
const BY_LINK = new Map<Endpoint, Endpoint>([
  [bookingOptions, optionsByLink],
  [cancelBooking, cancelByLink],
  [rescheduleBooking, rescheduleByLink],
  [getAvailabilities, availabilityByLink],
  [getSlots, slotsByLink],
  [explainDate, explainByLink],
  [uploadForm, submitByLink],
]);

/** Makes the calls of those dialogs by a link. The server takes of the body what does not name the visit or the client. */
export function callByLink(token: string, proved: { phone_ending?: string } = {}): typeof call {
  return ((endpoint: Endpoint, input: Parts = {}, options: CallOptions = {}) => {
    const body = input.body === undefined ? {} : { body: { ...(input.body as object), ...proved } };
    return call(BY_LINK.get(endpoint) as never, { params: { token }, ...body } as never, options);
  }) as typeof call;
}
