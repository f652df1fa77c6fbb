import { expect, it } from 'vitest';
import { createPasswordHasher, HasherBusy } from './password-hasher.ts';

const STRANGERS = 160;
const OWNERS = 8;

/** A crowd of strangers signs in, and meanwhile the owner, one try after the other. */
async function inACrowd(by: string | null) {
  const hasher = createPasswordHasher({ memoryCost: 64, timeCost: 1, parallelism: 1 });
  const password_hash = await hasher.hash('the password', null);
  // Made once, so that the crowd is in line before the owner comes.
  await hasher.verify(null, 'a guess', null);
  let strangersDone = 0;
  // The owner comes after the crowd.
  const crowd = Array.from({ length: STRANGERS }, () =>
    hasher.verify(null, 'a guess', null).then(
      () => void (strangersDone += 1),
      (error: unknown) => expect(error).toBeInstanceOf(HasherBusy),
    ),
  );
  const tryOf = () =>
    hasher.verify(password_hash, 'the password', by).then(String, (error: Error) => error.message);
  const answers: string[] = [];
  for (let tries = 0; tries < OWNERS; tries += 1) answers.push(await tryOf());
  const before = strangersDone;
  await Promise.all(crowd);
  return { answers, before, strangersDone };
}

it('a crowd of strangers keeps whoever has proved something waiting for a few hashes, not for the crowd', async () => {
  const { answers, before, strangersDone } = await inACrowd('browser');
  expect(answers).toEqual(Array.from({ length: OWNERS }, () => 'true'));
  expect(before).toBeLessThan(OWNERS * 4);
  // Two are hashed at once and 100 wait; the others are refused.
  expect(strangersDone).toBeGreaterThan(100);
});

it('control: without a line of their own they are refused, or wait for the crowd', async () => {
  const { answers, before } = await inACrowd(null);
  expect(answers.includes('Too many passwords at once') || before > 90).toBe(true);
});
