import { expect, test } from 'vitest';
import { joinStateOf } from '#domain/visits/joining.ts';
import { roomProblem } from '#domain/visits/online-room.ts';

const at = (time: string) => new Date(`2026-03-03T${time}Z`);
const session = {
  status: 'CONFIRMED',
  location_type: 'VIRTUAL',
  start_time: at('18:00:00'),
  end_time: at('18:30:00'),
};

test.each([
  ['17:44:59', {}, 'EARLY'],
  ['17:45:00', {}, 'OPEN'],
  ['18:29:59', {}, 'OPEN'],
  ['18:30:00', { status: 'COMPLETED' }, 'OVER'],
  ['17:50:00', { status: 'CANCELLED' }, 'CANCELLED'],
  ['19:00:00', { status: 'CANCELLED' }, 'CANCELLED'],
  ['17:50:00', { location_type: 'FIXED_LOCATION' }, 'ELSEWHERE'],
])('at %s a session with %j is %s', (time, change, state) =>
  expect(joinStateOf({ ...session, ...change }, at(time))).toBe(state),
);

const NOT_HTTPS = 'Please enter an address that begins with https://';
const HAS_USER = 'Please leave out the user name and the password.';
test.each([
  ['', null],
  [' https://meet.example/Room?pwd=1#x ', null],
  ['HTTPS://meet.example', null],
  ['http://meet.example', NOT_HTTPS],
  ['javascript:alert(1)', NOT_HTTPS],
  ['java\nscript:alert(1)', NOT_HTTPS],
  ['data:text/html,hello', NOT_HTTPS],
  ['//meet.example', NOT_HTTPS],
  // In a link it would mean a path of this site.
  ['https:meet.example', NOT_HTTPS],
  ['meet.example/room', NOT_HTTPS],
  ['https://', NOT_HTTPS],
  ['https://meet.example\\@other.example', HAS_USER],
  ['https://meet.example/a b', NOT_HTTPS],
  ['https://nalini@meet.example', HAS_USER],
  ['https://:pass@meet.example', HAS_USER],
])('the address %j: %j', (typed, problem) => expect(roomProblem(typed)).toBe(problem));
