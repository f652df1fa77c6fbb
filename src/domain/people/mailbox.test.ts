import { expect, it } from 'vitest';
import { mailboxOf } from '#domain/people/email.ts';

it.each([
  ['maren@example.com', 'maren@example.com'],
  ['maren+yoga@example.com', 'maren@example.com'],
  ['maren+a+b@example.com', 'maren@example.com'],
  ['+only-a-tag@example.com', '+only-a-tag@example.com'],
])('%s is delivered to %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
