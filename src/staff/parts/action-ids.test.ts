import { describe, expect, test } from 'vitest';
import { actionIds } from './action-ids.ts';
import { ApiError } from '#web/api/request.ts';

const UNREACHED = new ApiError('Couldn’t reach the server.', 0, 'NETWORK');
const BAD_GATEWAY = new ApiError('Bad gateway', 502, '502');
const REFUSED = new ApiError('Please check the marked fields.', 422, 'INVALID_INPUT');
const REUSED = new ApiError('Something went wrong.', 409, 'ACTION_REUSED');
const AT = 'POST /api/staff/events';

describe('the id of an action', () => {
  test.each([
    ['unanswered, same content', UNREACHED, 'a', true],
    ['unanswered, another content', UNREACHED, 'b', true],
    ['an answer of a proxy, another content', BAD_GATEWAY, 'b', true],
    ['refused, same content', REFUSED, 'a', true],
    ['refused, another content', REFUSED, 'b', false],
    ['done before with other content', REUSED, 'a', false],
    ['done, same content', null, 'a', false],
  ])('%s: kept is %4$s', (_, error, next, isKept) => {
    const ids = actionIds();
    const first = ids.idFor(AT, 'a');
    ids.settle(AT, error);
    expect(ids.idFor(AT, next) === first).toBe(isKept);
  });

  test('typing away and back after a refusal is the same action', () => {
    const ids = actionIds();
    const first = ids.idFor(AT, 'a');
    ids.settle(AT, REFUSED);
    expect(ids.idFor(AT, 'a')).toBe(first);
  });

  test('an unanswered try about one booking leaves the next booking alone', () => {
    const ids = actionIds();
    const first = ids.idFor('POST /bookings/1/attendance', 'arrived');
    ids.settle('POST /bookings/1/attendance', UNREACHED);
    expect(ids.idFor('POST /bookings/2/attendance', 'arrived')).not.toBe(first);
    expect(ids.idFor('POST /bookings/1/attendance', 'arrived')).toBe(first);
  });
});
