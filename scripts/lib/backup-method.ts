import pg from 'pg';
import { type PostgresPrograms, howToInstall, majorOfServer } from './postgres-programs.ts';

/**
 * How the tables get into a backup: by pg_dump of the server's own version (`programs`), or row by row without them.
 * `advice` tells why it is not by pg_dump where it could be. `isOurs`: the server that the app brings along, which is
 * copied row by row unless pg_dump is asked for by name.
 * @throws Error that says what to install, if pg_dump is asked for by name and is not here
 */
export async function chooseMethod(options: {
  url: string;
  isOurs: boolean;
  method: 'auto' | 'pg_dump' | 'rows';
  programsOf: (major: number) => PostgresPrograms | undefined;
}): Promise<{ programs?: PostgresPrograms; advice?: string }> {
  const { url, isOurs, method, programsOf } = options;
  if (method === 'rows' || (method === 'auto' && isOurs)) return {};
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const major = await majorOfServer(client);
  await client.end();
  const programs = programsOf(major);
  if (programs) return { programs };
  if (method === 'pg_dump') throw new Error(howToInstall(major));
  return { advice: `For a dump instead: ${howToInstall(major)}` };
}
