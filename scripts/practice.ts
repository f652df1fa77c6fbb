import { configOf, parseEnvironment } from '#server/runtime/config.ts';
import { explainDatabase } from '#server/db/explain-database.ts';
import { createDb } from '#server/db/pool.ts';
import { createKeyring, FOREIGN_KEY } from '#server/runtime/keyring.ts';
import { asksForHelp, help, runCommand } from '#server/admin/commands.ts';
import { readSecrets } from '#server/runtime/secrets.ts';
import { databaseFromEnvironment } from './lib/database-from-environment.ts';

// npm run practice -- COMMAND: what the practice does without screens; `help` lists the commands. The app may run on.
const parsed = parseEnvironment(process.env);
if (!parsed.ok) {
  console.error(parsed.errors.join('\n'));
  process.exit(1);
}
const args = process.argv.slice(2);
if (asksForHelp(args)) {
  console.log(help().join('\n'));
  process.exit(0);
}
const server = await databaseFromEnvironment({ existing: true }).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
const { db, close } = createDb(server.url, { max: 2 });
try {
  const { env } = parsed;
  const config = configOf(env, { ...readSecrets(env, { existing: true }), port: env.PORT });
  const keyring = createKeyring(config.master_key, config.previous_master_key);
  // A note that is sealed with another key than the app's could never be read again.
  if (!(await keyring.isOurs(db))) throw new Error(FOREIGN_KEY);
  const outcome = await runCommand({ db, keyring, now: new Date(), site_url: config.site_url }, args);
  if (outcome.ok) console.log(outcome.lines.join('\n'));
  else {
    console.error(outcome.message);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(`That did not work: ${explainDatabase(error)}`);
  process.exitCode = 1;
} finally {
  await close();
  await server.stop();
}
