import { type Command, done, usageError } from './command.ts';

export const rotateKey: Command = {
  name: 'rotate-key',
  usage: '',
  summary:
    'wraps every client’s key of MASTER_KEY_PREVIOUS with MASTER_KEY; run it again until it has nothing to do',
  run: async ({ db, keyring }, args) => {
    if (args.length > 0)
      return usageError('rotate-key takes nothing: the keys are settings, never arguments.');
    const { changed, current, unopened } = await keyring.rewrap(db);
    if (unopened.length > 0) {
      return usageError(
        `${changed} keys were wrapped anew, ${current} already were. ${unopened.length} open with neither MASTER_KEY nor ` +
          `MASTER_KEY_PREVIOUS, the first of client ${unopened[0]}. Set MASTER_KEY_PREVIOUS to the key before, and run it again.`,
      );
    }
    return done(
      `${changed} keys are now under MASTER_KEY, ${current} already were.`,
      'Once every process runs with it, MASTER_KEY_PREVIOUS can be taken out. Backups made before need the old key.',
    );
  },
};
