/** Database problems that the operator can fix, by PostgreSQL and network error code. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there. Check that PostgreSQL is running, and check host and port.',
  ENOENT: 'the socket does not exist. Check that PostgreSQL is running, and check its folder.',
  ENOTFOUND: 'its host name cannot be resolved.',
  EAI_AGAIN: 'its host name cannot be resolved, or the network is down.',
  EHOSTUNREACH: 'its host cannot be reached.',
  ENETUNREACH: 'its host cannot be reached.',
  ETIMEDOUT: 'it does not answer. Check host, port and firewall.',
  ECONNRESET: 'it closed the connection.',
  '28P01': 'the user or the password is wrong.',
  '28000': 'it does not accept this user from this machine.',
  '3D000': "the database does not exist. Create it with ENCODING 'UTF8' TEMPLATE template0.",
  '42501': 'this user may not create tables. Make it the owner of the database.',
  '53100': 'its disk is full.',
  '53300': 'it has too many connections already.',
  '57P03': 'it is starting or stopping. Try again in a moment.',
  '25006': 'it is read-only. Is this a replica?',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is not trusted. Set NODE_EXTRA_CA_CERTS=FILE to its authority.',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted. Set NODE_EXTRA_CA_CERTS=FILE to its authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate is not trusted. Set NODE_EXTRA_CA_CERTS=FILE to its authority.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate is not trusted. Set NODE_EXTRA_CA_CERTS=FILE to its authority.',
  CERT_HAS_EXPIRED: 'its certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host.',
};

/**
 * Explains to the operator why the database of DATABASE_URL cannot be used. It never repeats the address, which
 * contains a password. Unknown errors keep their own message.
 */
export function explainDatabase(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  if (!(first instanceof Error)) return String(first);
  const { code, message, syscall } = first as NodeJS.ErrnoException;
  const isFile = code === 'ENOENT' && syscall !== 'connect';
  if (code === '08P01') return ofPooler(message);
  const words = code === undefined ? timedOut(message) : isFile ? undefined : WORDS[code];
  if (words === undefined) return message;
  const reason = code !== undefined && /^[0-9]/.test(code) ? ` (${message})` : '';
  return `The database cannot be used: ${words}${reason}`;
}

/** PgBouncer answers with 08P01, a protocol violation, to anything that it does not support. */
function ofPooler(message: string): string {
  const advice = /unsupported startup parameter/.test(message)
    ? 'it is behind a pooler. Set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL to PostgreSQL itself ' +
      '(docs/operations/scaling.md).'
    : 'the pooler in front of it refuses this.';
  return `The database cannot be used: ${advice} (${message})`;
}

function timedOut(message: string): string | undefined {
  return /timeout expired|timeout exceeded/.test(message) ? WORDS['ETIMEDOUT'] : undefined;
}
