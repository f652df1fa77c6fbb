import { cruise, type ICruiseOptions, type IForbiddenRuleType, type IModule } from 'dependency-cruiser';

// Who may import whom: checked by `npm run check -- boundaries`. docs/decisions/0028-one-package-with-zones.md says why, and
// check-boundaries.test.ts has an example that must fail for each rule.

/** Rooms of the domain, from the lowest: each may import the ones before it. */
const DOMAIN_LAYERS = ['time', 'text', 'people', 'slots', 'week', 'money', 'checkout', 'visits'];
/** Rooms of the server, likewise. */
const SERVER_LAYERS = [
  'db',
  'runtime',
  'seats',
  'ports',
  'sessions',
  'http',
  'blog',
  'feeds',
  'events',
  'forms',
  'slots',
  'bookings',
  'mail',
  'auth',
  'staff',
  'actions',
  'calendars',
  'checkout',
  'changes',
  'pages',
  'seed',
  'users',
  'agenda',
  'staff-bookings',
  'classes',
  'audit',
  'till',
  'placement',
  'clients',
  'waitlist',
  'visits',
  'notes',
  'hours',
  'catalogue',
  'posts',
  'settings',
  'export',
  'money',
  'jobs',
  'admin',
];

/** Folders of the web, likewise. */
const WEB_LAYERS = [
  'jsx',
  'ui',
  'art',
  'api',
  'layout',
  'slots',
  'editor',
  'bookings',
  'blog',
  'events',
  'services',
  'checkout',
  'auth',
  'landing',
  'about',
  'coming-soon',
  'not-found',
  'forms',
  'cart',
  'visits',
  'join',
  'receipts',
  'profile',
];

/** Folders of the staff area, likewise. */
const STAFF_LAYERS = [
  'api',
  'parts',
  'passkeys',
  'sign-in',
  'unlock',
  'submissions',
  'search',
  'layout',
  'set-up',
  'placement',
  'decisions',
  'till',
  'bookings',
  'notes',
  'today',
  'calendar',
  'classes',
  'clients',
  'book',
  'waitlist',
  'hours',
  'services',
  'events',
  'posts',
  'forms',
  'money',
  'settings',
  'audit',
  'security',
];

/** Web folders that every noun may use. */
const WEB_OPEN = 'jsx|ui|art|api|layout|slots|editor';

const PACKAGE = 'node_modules/';
const VENDORS = `${PACKAGE}(stripe|@aws-sdk/[^/]+|nodemailer)/`;
/**
 * SQL has a file that says so: a store, or one of these rooms and files. .oxlintrc.json has the same list for the calls of
 * the query builder, which need no import.
 */
const SQL_FILES = [
  '[/-]store\\.ts$',
  '^src/server/(db|seed)/',
  '^src/server/seats/', // the statements that take and release seats are the rules themselves
  '^src/server/http/health\\.ts$', // asks the database whether it answers
  '^src/server/(mail/outbox|runtime/(audit|keyring|staff-actions))\\.ts$', // one table each, for every room
  // Transactions over several tables, whose order of locks and statements is the rule:
  '^src/server/checkout/(cancel-booking|close-account|confirm-payment)\\.ts$',
  '^src/server/checkout/(external-refunds-and-disputes|settle-refund|unlink-products)\\.ts$',
  '^src/server/users/(erase-client|refunded-closures)\\.ts$',
  '^src/server/jobs/watch-holds\\.ts$',
];

type Files = IForbiddenRuleType['from'];

const rule = (
  name: string,
  comment: string,
  from: Files,
  to: Files & { dependencyTypesNot?: 'type-only'[]; circular?: boolean },
) => ({ name, comment, severity: 'error', from, to }) satisfies IForbiddenRuleType;

/** Files in `path` may import nothing but `only`. Packages and modules of Node count, unless `only` names them. */
const zone = (name: string, path: string, only: string[]) =>
  rule(`zone: ${name}`, `${name} may only import ${only.join(', ')}`, { path }, { pathNot: only });

/** Each room imports only the rooms before it, so that no two import each other. */
function layers(area: 'domain' | 'server' | 'web' | 'staff', rooms: readonly string[]): IForbiddenRuleType[] {
  return [
    ...rooms.slice(0, -1).map((room, at) => {
      const above = rooms.slice(at + 1);
      return rule(
        `${area} layers (${room})`,
        `${room}/ is below ${above.join(', ')}`,
        { path: `^src/${area}/${room}/` },
        { path: `^src/${area}/(${above.join('|')})/` },
      );
    }),
    rule(
      `${area} layers (new room)`,
      'a new room needs its place in the list of layers',
      { path: `^src/${area}/(?!(${rooms.join('|')})/)[^/]+/` },
      {},
    ),
  ];
}

/** An import that is still there at run time. */
const LOADED = { dependencyTypesNot: ['type-only' as const] };
const OTHER_CODE = '^(src|content|sandbox|scripts|tests|migrations|build|public)/';

const FORBIDDEN: IForbiddenRuleType[] = [
  zone('domain', '^src/domain/', ['^src/domain/']),
  zone('contract (schemas)', '^src/contract/[^/]*\\bschemas\\.ts$', [
    '^src/(contract|domain)/',
    `${PACKAGE}zod/`,
  ]),
  rule(
    'zone: contract (calls)',
    'calls are loaded by the browser: no package, and no schema but as a type',
    { path: '^src/contract/', pathNot: '^src/contract/[^/]*\\bschemas\\.ts$' },
    { pathNot: '^src/(contract|domain)/' },
  ),
  rule(
    'zone: server',
    'the server imports server, contract, domain, content and sandbox',
    { path: '^src/server/' },
    { path: OTHER_CODE, pathNot: '^(src/(server|contract|domain)|content|sandbox)/' },
  ),
  rule(
    'zone: sandbox',
    'the sandbox imports its own files, domain, content/public and the claim of a data folder',
    { path: '^sandbox/' },
    { path: OTHER_CODE, pathNot: '^(sandbox|src/domain|content/public)/|/data-dir-claim\\.ts$' },
  ),
  rule(
    'zone: web',
    'the browser may load web, contract, domain and content/public',
    { path: '^src/web/' },
    { path: OTHER_CODE, pathNot: '^(src/(web|contract|domain)|content/public|public)/' },
  ),
  rule(
    'zone: staff',
    'the staff area may load contract, domain, content/public, and of the web the kit, the editor, the art, the article, the fields of forms, receipts, the tokens and the request',
    { path: '^src/staff/' },
    {
      path: OTHER_CODE,
      pathNot:
        '^(src/(staff|contract|domain)|content/public|public)/|^src/web/(jsx|ui|art|editor)/|^src/web/(api/(request|send)\\.ts|forms/(answers\\.ts|form-fields\\.tsx)|blog/post-article\\.tsx|receipts/(receipt|statement-dialog)\\.tsx|(tokens|fonts)\\.css)$',
    },
  ),
  zone('content/public', '^content/public/', ['^(content/public|src/domain)/']),
  zone('content', '^content/(?!public/)', ['^(content|src/(domain|contract))/']),

  rule(
    'no zod in the browser',
    'import the types of a schema only ("import type")',
    { path: '^(src/(web|staff)/|src/contract/(?![^/]*\\bschemas\\.ts$))' },
    { path: `^src/contract/[^/]*\\bschemas\\.ts$|${PACKAGE}zod/`, ...LOADED },
  ),
  rule(
    'vendors live in ports',
    'a vendor is reached through src/server/ports/ only, so that it can be replaced there',
    { path: '^src/', pathNot: '^src/server/(ports/|auth/identity-cognito\\.ts$)' },
    { path: VENDORS, ...LOADED },
  ),
  rule(
    'SQL lives in stores',
    'SQL is written in *store.ts files, and in the rooms and transactions that SQL_FILES names',
    { path: '^src/server/', pathNot: SQL_FILES },
    { path: `${PACKAGE}kysely/`, ...LOADED },
  ),

  ...layers('domain', DOMAIN_LAYERS),
  rule(
    'domain layers (root)',
    'each file of the domain is in a room',
    { path: '^src/domain/[^/]+\\.ts$' },
    {},
  ),
  ...layers('server', SERVER_LAYERS),
  ...layers('web', WEB_LAYERS),
  ...layers('staff', STAFF_LAYERS),
  rule(
    'web layers (root)',
    'root, routes and entries put the pages together: no folder imports them',
    { path: '^src/web/[^/]+/' },
    { path: '^src/web/[^/]+\\.tsx?$' },
  ),
  rule(
    'staff layers (root)',
    'main and router put the screens together: no folder imports them',
    { path: '^src/staff/[^/]+/' },
    { path: '^src/staff/[^/]+\\.tsx?$' },
  ),
  rule(
    'server layers (root)',
    'main, app and choose-ports put the rooms together: no room imports them',
    { path: '^src/server/[^/]+/' },
    { path: '^src/server/[^/]+$', pathNot: '^src/server/deps\\.ts$' },
  ),
  rule(
    'server layers (deps)',
    'deps.ts says what every handler gets: it imports the lowest rooms only',
    { path: '^src/server/deps\\.ts$' },
    { path: `^src/server/(?!(${SERVER_LAYERS.slice(0, SERVER_LAYERS.indexOf('http') + 1).join('|')})/)` },
  ),
  {
    ...rule(
      'no folder cycles',
      'two folders that import each other are one folder, or one of them has a part of the other',
      { path: '^(src/(server|web|staff)|sandbox)' },
      { circular: true },
    ),
    scope: 'folder',
  },

  rule(
    'web nouns',
    'only *-page.tsx files put nouns together',
    { path: '^src/web/([^/]+)/', pathNot: '-page\\.tsx$' },
    { path: '^src/web/[^/]+/', pathNot: ['^src/web/$1/', `^src/web/(${WEB_OPEN})/`] },
  ),
];

const OPTIONS: ICruiseOptions = {
  // TypeScript 7 has no API that another tool could parse with.
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: ['\\.test\\.tsx?$', '\\+types/'] },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'default', 'types'],
  },
};

/** Every module that these files import, over however many steps; paths are relative to `root`. */
export async function readModules(root: string, files: string[]): Promise<IModule[]> {
  const { output } = await cruise(files, { ...OPTIONS, baseDir: root });
  if (typeof output === 'string') throw new Error(output);
  return output.modules;
}

/** Every import that a rule forbids, as "file  rule: what it imports (why not)". */
export async function findViolations(
  root: string,
  files: string[],
): Promise<{ count: number; violations: string[] }> {
  const { output } = await cruise(files, {
    ...OPTIONS,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: FORBIDDEN },
  });
  if (typeof output === 'string') throw new Error(output);
  const comments = new Map(FORBIDDEN.map(({ name, comment }) => [name, comment]));
  return {
    count: output.modules.length,
    violations: output.summary.violations.map(
      ({ from, to, rule: { name } }) => `${from}  ${name}: must not import ${to} (${comments.get(name)})`,
    ),
  };
}
