import { printable } from '#domain/text/control-characters.ts';
import { type Command, done, type Outcome, type AdminDeps, usageError } from './command.ts';
import { owner } from './owners.ts';

const rotateKey: Command = {
  name: 'rotate-key',
  usage: '',
  summary:
    're-wrap every client key and TOTP secret with MASTER_KEY instead of MASTER_KEY_PREVIOUS; repeat until it has nothing to do',
  run: async ({ db, keyring }, args) => {
    if (args.length > 0) return usageError('Usage: rotate-key. The keys are settings, never arguments.');
    const { changed, current, unopened } = await keyring.rewrap(db);
    if (unopened.length > 0) {
      return usageError(
        `${changed} keys were re-wrapped, ${current} were current. ${unopened.length} open with neither MASTER_KEY nor ` +
          `MASTER_KEY_PREVIOUS, the first of ${unopened[0]}. Set MASTER_KEY_PREVIOUS to the previous key and run it again.`,
      );
    }
    return done(
      `${changed} keys are now under MASTER_KEY, ${current} already were.`,
      'Remove MASTER_KEY_PREVIOUS once every process runs with MASTER_KEY. Earlier backups still need the old key.',
    );
  },
};

/** The owner's commands, for what the staff area has no screens (rules.md §1). */
const COMMANDS: readonly Command[] = [owner, rotateKey];

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
