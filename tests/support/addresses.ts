import { seedPosts } from '#content/seed/posts.ts';
import { slugOf } from '#domain/text/slug.ts';
import routes from '../../src/web/routes.ts';

type Routes = typeof routes;

/** An address without a building. */
export const MISSING = '/no-such-page';

/** The placeholder for the part of an address that changes. */
const EXAMPLES: Readonly<Record<string, string>> = {
  ':urlPath': slugOf(seedPosts[0]!.title),
  '*': MISSING.slice(1),
};

/** An address of every page of the site, from the table that the site itself goes by. */
export const ADDRESSES: readonly string[] = addressesOf(routes, '');

/** Those that show a client's own data. */
export const isPrivate = (address: string): boolean => address.startsWith('/profile');

function addressesOf(some: Routes, above: string): string[] {
  return some.flatMap(({ path, children }) => {
    const parts = (path ?? '').split('/').filter((part) => part !== '');
    const address = [above, ...parts.map((part) => EXAMPLES[part] ?? part)].join('/');
    return children ? addressesOf(children, address) : [address === '' ? '/' : address];
  });
}
