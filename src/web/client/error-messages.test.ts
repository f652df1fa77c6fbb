import { expect, test } from 'vitest';
import { ApiError } from '#web/client/api.ts';
import { wordsFor } from '#web/client/error-messages.ts';

test('shows what the server or the site says, and no words that are for programmers', () => {
  expect(wordsFor(new ApiError('That seat is taken.', 409, 'SLOT_TAKEN'))).toBe('That seat is taken.');
  expect(wordsFor(new Error('Authentication failed'))).toBe('Authentication failed');
  expect(wordsFor(new SyntaxError('Unexpected end of JSON input'))).toBe('An unknown error occurred');
  expect(wordsFor(new TypeError('x is not a function'), 'Failed to sign up')).toBe('Failed to sign up');
  expect(wordsFor(new Error(), 'Failed to sign up')).toBe('Failed to sign up');
  expect(wordsFor('boom')).toBe('An unknown error occurred');
});
