import { type Command, done, usageError } from './command.ts';

export const rotateKey: Command = {
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
