import { posix } from 'node:path';
import { parseSync } from 'vite';

/** One import or re-export of a file. */
export interface Import {
  /** A project path such as `src/domain/cart.ts`, or the name of a package such as `kysely`. */
  readonly target: string;
  readonly isPackage: boolean;
  /** Gone at runtime. `import { type A }` is not: the module is still loaded. */
  readonly isTypeOnly: boolean;
  /** What is taken of it; undefined where it may be all of it (`import *`, `import()`). */
  readonly names?: readonly string[];
  readonly line: number;
}

interface Export {
  readonly name: string;
  readonly line: number;
}

/** Something that a file uses, at a line: the table of rules says where it may. */
export interface Use {
  readonly kind: 'fetch' | 'xhr' | 'environment' | 'clock' | 'query' | 'barrel';
  readonly line: number;
}

export interface SourceFile {
  readonly path: string;
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  readonly uses: readonly Use[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const ALIASES: Readonly<Record<string, string>> = {
  '#domain/': 'src/domain/',
  '#contract/': 'src/contract/',
  '#server/': 'src/server/',
  '#web/': 'src/web/',
  '#content/': 'content/',
  '#sandbox/': 'sandbox/',
  '#scripts/': 'scripts/',
  '#tests/': 'tests/',
};

/** First words of Kysely's statements: whoever says them writes SQL. */
const STATEMENTS = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);

/** Reads what the boundary rules need to know of a file; paths are relative to the project, with slashes. */
export function readSource(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  const imports: Import[] = [];
  const exports = (program as unknown as { body: Node[] }).body.flatMap((node) =>
    exportedNames(node).map((name): Export => ({ name, line: lineAt(node.start) })),
  );
  const uses: Use[] = [];

  const addImport = (node: Node, source: unknown, isTypeOnly: boolean): void => {
    const specifier = (source as { value?: unknown } | null | undefined)?.value;
    if (typeof specifier !== 'string') return;
    const names = importedNames(node);
    imports.push({ ...resolve(path, specifier), isTypeOnly, names, line: lineAt(node.start) });
  };
  const addUse = (node: Node, kind: Use['kind']): void => {
    uses.push({ kind, line: lineAt(node.start) });
  };

  walk(program as unknown as Node, (node) => {
    switch (node.type) {
      case 'ImportDeclaration':
        addImport(node, node.source, node.importKind === 'type');
        break;
      case 'ExportNamedDeclaration':
        addImport(node, node.source, node.exportKind === 'type');
        break;
      case 'ExportAllDeclaration':
        addImport(node, node.source, node.exportKind === 'type');
        addUse(node, 'barrel');
        break;
      case 'ImportExpression':
        addImport(node, node.source, false);
        break;
      case 'TSImportType':
        addImport(node, node.source ?? (node.argument as Node | undefined)?.literal, true);
        break;
      case 'NewExpression':
        if (isName(node.callee, 'Date') && isEmpty(node.arguments)) addUse(node, 'clock');
        if (isName(node.callee, 'XMLHttpRequest')) addUse(node, 'xhr');
        break;
      case 'CallExpression':
        if (isName(node.callee, 'fetch') || isMember(node.callee, ['globalThis', 'window'], ['fetch'])) {
          addUse(node, 'fetch');
        }
        if (isName(node.callee, 'Date') && isEmpty(node.arguments)) addUse(node, 'clock');
        if (STATEMENTS.has(propertyName(node.callee) ?? '')) addUse(node, 'query');
        break;
      case 'MemberExpression':
        if (isMember(node, ['Date'], ['now'])) addUse(node, 'clock');
        if (isMember(node, ['process'], ['env'])) addUse(node, 'environment');
        break;
    }
  });
  return { path, imports, exports, uses };
}

/** The names that an import or a re-export takes from its file. */
function importedNames(node: Node): string[] | undefined {
  const specifiers = node.specifiers as readonly Node[] | undefined;
  if (!specifiers || specifiers.some(({ type }) => type === 'ImportNamespaceSpecifier')) return undefined;
  return specifiers.map((specifier) =>
    specifier.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(specifier.imported ?? specifier.local),
  );
}

/** The names that `export const a`, `export function a`, `export type A` or `export { a }` gives away. */
function exportedNames(node: Node): string[] {
  if (node.type !== 'ExportNamedDeclaration') return [];
  const declaration = node.declaration as Node | null | undefined;
  if (!declaration) return (node.specifiers as readonly Node[]).map(({ exported }) => nameOf(exported));
  const declared = declaration.declarations as readonly Node[] | undefined;
  return (declared ?? [declaration]).map(({ id }) => nameOf(id)).filter((name) => name !== '');
}

function nameOf(value: unknown): string {
  return ((value as Node | null)?.name as string | undefined) ?? '';
}

function resolve(from: string, specifier: string): { target: string; isPackage: boolean } {
  const bare = specifier.replace(/\?.*$/, '');
  for (const [alias, folder] of Object.entries(ALIASES)) {
    if (bare.startsWith(alias)) return { target: folder + bare.slice(alias.length), isPackage: false };
  }
  if (bare.startsWith('.')) {
    return { target: posix.normalize(posix.join(posix.dirname(from), bare)), isPackage: false };
  }
  const parts = bare.split('/');
  const name = bare.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]!;
  return { target: name, isPackage: true };
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit);
  } else if (typeof value === 'object' && value !== null) {
    if (typeof (value as Node).type === 'string') visit(value as Node);
    for (const child of Object.values(value)) {
      if (typeof child === 'object' && child !== null) walk(child, visit);
    }
  }
}

function isName(value: unknown, name: string): boolean {
  const node = value as Node | null;
  return node?.type === 'Identifier' && node.name === name;
}

function propertyName(value: unknown): string | undefined {
  const node = value as Node | null;
  const property = node?.type === 'MemberExpression' ? (node.property as Node) : undefined;
  return property?.type === 'Identifier' ? (property.name as string) : undefined;
}

function isMember(value: unknown, objects: readonly string[], properties: readonly string[]): boolean {
  const object = (value as { object?: unknown } | null)?.object;
  const name = propertyName(value);
  return name !== undefined && properties.includes(name) && objects.some((known) => isName(object, known));
}

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}
