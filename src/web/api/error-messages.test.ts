import { expect, test } from 'vitest';
import { ApiError } from '#web/api/api.ts';
import { errorMessage } from '#web/api/error-messages.ts';

test('shows messages of the server and of the site, but not those for developers', () => {
  expect(errorMessage(new ApiError('That seat is taken.', 409, 'SLOT_TAKEN'))).toBe('That seat is taken.');
  expect(errorMessage(new Error('Authentication failed'))).toBe('Authentication failed');
  expect(errorMessage(new SyntaxError('Unexpected end of JSON input'))).toBe('An unknown error occurred');
  expect(errorMessage(new TypeError('x is not a function'), 'Failed to sign up')).toBe('Failed to sign up');
  expect(errorMessage(new Error(), 'Failed to sign up')).toBe('Failed to sign up');
  expect(errorMessage('boom')).toBe('An unknown error occurred');
});
