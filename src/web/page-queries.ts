/**
 * The query names that a page reads while it is rendered, by its path. The server drops all others before, so that one
 * rendering serves every address of a page; a page that begins to read another name needs it here.
 */
export const pageQueries: Readonly<Record<string, readonly string[]>> = {
  '/wellness-services': ['type', 'location'],
  '/events': ['day'],
  '/sign-in': ['next'],
  '/sign-up': ['next'],
  '/forgot-password': ['next'],
  '/create-account': ['next'],
  '/checkout/success': ['session_id'],
  '/checkout/cancel': ['session_id'],
};
