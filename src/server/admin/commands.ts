import { printable } from '#domain/control-characters.ts';
import { type Command, done, type Outcome, type AdminDeps, usageError } from './command.ts';
import { rotateKey } from './keys.ts';
import { holds, releaseHold } from './holds.ts';
import { form, forms } from './forms/forms.ts';
import { owner } from './owners.ts';
import { keepPayment, payments, refundPayment } from './payments.ts';
import { post, posts } from './posts/posts.ts';

/** The owner's commands, for what the staff area has no screens yet (rules.md §1). */
const COMMANDS: readonly Command[] = [
  holds,
  releaseHold,
  payments,
  refundPayment,
  keepPayment,
  posts,
  post,
  forms,
  form,
  owner,
  rotateKey,
];

export function help(): string[] {
  const lines = COMMANDS.flatMap(({ name, usage, summary }) => [
    `  ${name} ${usage}`.trimEnd(),
    `      ${summary}`,
  ]);
  return ['npm run practice -- COMMAND', '', ...lines, '  help', '      this list'];
}

/** Replaces control characters, so that text typed by clients cannot drive the terminal. */
function forTerminal(outcome: Outcome): Outcome {
  return outcome.ok
    ? { ...outcome, lines: outcome.lines.map(printable) }
    : { ...outcome, message: printable(outcome.message) };
}

export const asksForHelp = ([name]: string[]): boolean =>
  name === undefined || name === 'help' || name === '--help';

/** Runs one command. An unknown one lists the others. */
export async function runCommand(deps: AdminDeps, args: string[]): Promise<Outcome> {
  if (asksForHelp(args)) return done(...help());
  const [name, ...rest] = args;
  const command = COMMANDS.find((each) => each.name === name);
  const known = `Commands: ${COMMANDS.map((each) => each.name).join(', ')}, help.`;
  return forTerminal(
    command ? await command.run(deps, rest) : usageError(`There is no command ${name}. ${known}`),
  );
}
