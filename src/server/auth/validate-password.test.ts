import { expect, it } from 'vitest';
import { isCommonPassword } from '#domain/people/common-passwords.ts';
import { validatePassword } from './validate-password.ts';
import { LEAKED_WORDS } from './leaked-words.ts';

/** Seen in many leaks; each meets the policy of length and characters. */
const LEAKED = (
  'P@ssw0rd Password1! Passw0rd! P@ssword1 P@$$w0rd Pa$$w0rd1 P@55w0rd Password@123 Pass@123 Passw0rd@1 Welcome1! ' +
  'Welcome@123 Qwerty1! Qwerty123! Qwerty@123 Zxcvbnm1! Asdfgh1! 1qaz@WSX !QAZ2wsx 1q2w3e4R! Qwer1234! Abc123!@# ' +
  'Abcd@1234 Aa@123456 Admin@123 Test@123 Demo@123 Temp1234! Changeme1! Letmein1! L3tm3in! Iloveyou1! Monkey1! ' +
  'M0nkey123! Dragon123! Dr@gon123 Shadow1! Master123! Sunshine1! Princess1! Superman1! Batman123! Starwars1! ' +
  'Pokemon1! Football1! Baseball1! Michael1! Jessica1! Ashley1! Charlie1! Jordan23! Liverpool1! Chelsea1! ' +
  'Samsung1! S@msung1 Google123! Computer1! Internet1! Summer2019! Winter2018! January1! Monday123! Freedom1! ' +
  'Whatever1! Wh4tever! Trustno1! Secret123! Killer1! Hunter2!! Ninja123! Mustang1! Corvette1! Thunder1! Matrix123! ' +
  'Phoenix1! Diamond1! Cowboys1! Steelers1! Yankees1! Jasmine1! Anthony777! Jasper2020! Snoopy1! Chicken1!'
).split(' ');
const GOOD = [
  'Kitchari & ghee 7',
  'Garden-gate-7',
  'Nettle&oats-7',
  'Turmeric&Milk7',
  'Triphala at 9 tonight!',
  'Passw0rd-of-the-hills!',
  'xK9$mQ2vLp!w',
  'correct Horse 5 battery!',
];

it('holds 3,000 words', () => {
  expect(LEAKED_WORDS.size).toBe(3000);
  expect([...LEAKED_WORDS].filter((word) => !/^[a-z]{4,14}$/.test(word))).toEqual([]);
});

it('refuses every one of the often leaked passwords that meet the policy', () => {
  expect(LEAKED.filter((password) => validatePassword(password).ok)).toEqual([]);
});

it('control: the short list that browsers have accepts some of them', () => {
  expect(LEAKED.filter((password) => !isCommonPassword(password)).length).toBeGreaterThan(10);
});

it('accepts what is no common word with a tail', () => {
  expect(GOOD.filter((password) => !validatePassword(password).ok)).toEqual([]);
});

it('says the same as for the short list', () => {
  expect(validatePassword('Thunder1!')).toEqual(validatePassword('P@ssw0rd'));
});
