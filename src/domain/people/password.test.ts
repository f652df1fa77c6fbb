import { describe, expect, test } from 'vitest';
import {
  validateNewPassword,
  validatePassword,
  validateResetPassword,
  passwordChecklist,
} from '#domain/people/password.ts';

const GOOD = 'Turmeric&Milk7';

describe('the first failing rule is shown', () => {
  test.each([
    ['', 'Password must be at least 8 characters long'],
    ['Ab1!xyz', 'Password must be at least 8 characters long'],
    ['turmeric&milk7', 'Password must contain at least one uppercase letter'],
    ['TURMERIC&MILK7', 'Password must contain at least one lowercase letter'],
    ['Turmeric&Milk', 'Password must contain at least one number'],
    ['TurmericMilk7', 'Password must contain at least one special character'],
    ['Turmeric Milk7', 'Password must contain at least one special character'],
    [`Aa1!${'x'.repeat(253)}`, 'Password must be at most 256 characters long'],
    ['P@ssw0rd', 'This password is too common. Please choose another one'],
    ['Password123!', 'This password is too common. Please choose another one'],
    ['Welcome2026!', 'This password is too common. Please choose another one'],
    ['Qwerty@123', 'This password is too common. Please choose another one'],
    ['1qaz@WSX', 'This password is too common. Please choose another one'],
  ])('%j', (password, message) => expect(validatePassword(password)).toMatchObject({ ok: false, message }));
  test.each([GOOD, `Aa1!${'x'.repeat(96)}`, 'Ärger&Łuck9', 'Passw0rd-of-the-hills!'])(
    '%j is fine',
    (password) => expect(validatePassword(password)).toEqual({ ok: true }),
  );
});

test('the live checklist', () => {
  expect(passwordChecklist('abc')).toEqual([
    { id: 'LENGTH', label: 'At least 8 characters', met: false },
    { id: 'UPPERCASE', label: 'One uppercase letter', met: false },
    { id: 'LOWERCASE', label: 'One lowercase letter', met: true },
    { id: 'NUMBER', label: 'One number', met: false },
    { id: 'SPECIAL', label: 'One special character', met: false },
  ]);
  expect(passwordChecklist(GOOD).every((rule) => rule.met)).toBe(true);
});

test('sign-up: the policy, then the confirmation', () => {
  expect(validateNewPassword('short', 'other')).toEqual({
    ok: false,
    message: 'Password must be at least 8 characters long',
  });
  expect(validateNewPassword(GOOD, `${GOOD}x`)).toEqual({ ok: false, message: 'Passwords do not match' });
  expect(validateNewPassword(GOOD, GOOD)).toEqual({ ok: true });
});

test('reset: the confirmation, then the length', () => {
  expect(validateResetPassword('short', 'other')).toEqual({ ok: false, message: 'Passwords do not match' });
  expect(validateResetPassword('short', 'short')).toEqual({
    ok: false,
    message: 'Password must be at least 8 characters long',
  });
  expect(validateResetPassword(GOOD, GOOD)).toEqual({ ok: true });
});
