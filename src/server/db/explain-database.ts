/** Database problems that the operator can fix, by PostgreSQL and network error code. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there. Is PostgreSQL running, and are host and port right?',
  ENOENT: 'there is no such socket. Is PostgreSQL running, and is its folder right?',
  ENOTFOUND: 'no computer of that name is known.',
  EAI_AGAIN: 'no computer of that name is known, or the network is away.',
  EHOSTUNREACH: 'that computer cannot be reached.',
  ENETUNREACH: 'that computer cannot be reached.',
  ETIMEDOUT: 'it does not answer. Do host, port and firewall let this machine in?',
  ECONNRESET: 'it closed the connection.',
  '28P01': 'it does not know this user with this password.',
  '28000': 'it does not let this user in from here.',
  '3D000': "there is no database of that name. Create it with ENCODING 'UTF8' TEMPLATE template0.",
  '42501': 'this user may not make tables there. Let her own the database.',
  '53100': 'its disk is full.',
  '53300': 'it has too many connections already.',
  '57P03': 'it is starting or stopping. Try again in a moment.',
  '25006': 'it can only be read: is this a replica?',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is not known here. Name its authority by NODE_EXTRA_CA_CERTS=FILE.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate is not known here. Name its authority by NODE_EXTRA_CA_CERTS=FILE.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate is not known here. Name its authority by NODE_EXTRA_CA_CERTS=FILE.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate is not known here. Name its authority by NODE_EXTRA_CA_CERTS=FILE.',
  CERT_HAS_EXPIRED: 'its certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of another computer.',
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
  const told = code !== undefined && /^[0-9]/.test(code) ? ` (${message})` : '';
  return `The database cannot be used: ${words}${told}`;
}

/** PgBouncer answers with 08P01, a protocol violation, to anything that it does not support. */
function ofPooler(message: string): string {
  const advice = /unsupported startup parameter/.test(message)
    ? 'it is behind a pooler. Set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL to PostgreSQL itself ' +
      '(docs/operations/scaling.md).'
    : 'the pooler before it refuses this.';
  return `The database cannot be used: ${advice} (${message})`;
}

function timedOut(message: string): string | undefined {
  return /timeout expired|timeout exceeded/.test(message) ? WORDS['ETIMEDOUT'] : undefined;
}
