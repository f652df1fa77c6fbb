// Rules of this code base that oxlint does not have; .oxlintrc.json says where each is on.

interface Node {
  readonly type: string;
  readonly name?: string;
  readonly callee?: Node;
  readonly object?: Node;
  readonly property?: Node;
  readonly arguments?: readonly Node[];
  readonly argument?: Node;
  readonly id?: Node;
  readonly init?: Node;
  readonly properties?: readonly Node[];
  readonly key?: Node;
}
interface Context {
  report(problem: { readonly node: Node; readonly message: string }): void;
}

const isDate = (node: Node | undefined): boolean => node?.type === 'Identifier' && node.name === 'Date';

const noWallClock = {
  create(context: Context) {
    const report = (node: Node): void =>
      context.report({
        node,
        message:
          'The wall clock is read in src/server/main.ts and use-now.ts only, so that tests can set it: pass now on.',
      });
    const reportIfEmpty = (node: Node): void => {
      if (isDate(node.callee) && node.arguments?.length === 0) report(node);
    };
    return {
      NewExpression: reportIfEmpty,
      CallExpression: reportIfEmpty,
      MemberExpression(node: Node) {
        if (isDate(node.object) && node.property?.name === 'now') report(node);
      },
    };
  },
};

const noBarrel = {
  create(context: Context) {
    return {
      ExportAllDeclaration: (node: Node) =>
        context.report({
          node,
          message: 'Import from the file that has it: "export *" hides where things are.',
        }),
    };
  },
};

const noMaxLength = {
  create(context: Context) {
    return {
      JSXIdentifier(node: Node) {
        if (node.name === 'maxLength')
          context.report({
            node,
            message:
              'It cuts a pasted text without a word: give the field a `limit`, which counts and says so.',
          });
      },
    };
  },
};

/** The query builder answers rows, and only SQL text an object with `rows`. */
const noUncheckedRows = {
  create(context: Context) {
    const report = (node: Node): void =>
      context.report({
        node,
        message: 'Read rows of SQL text with src/server/db/rows.ts, which checks their types.',
      });
    const isExecuted = ({ type, argument }: Node): boolean =>
      type === 'AwaitExpression' && argument?.callee?.property?.name === 'execute';
    return {
      VariableDeclarator({ id, init }: Node) {
        if (init && isExecuted(init) && id?.properties?.some(({ key }) => key?.name === 'rows')) report(init);
      },
      MemberExpression(node: Node) {
        if (node.object && isExecuted(node.object) && node.property?.name === 'rows') report(node);
      },
    };
  },
};

export default {
  meta: { name: 'house' },
  rules: {
    'no-wall-clock': noWallClock,
    'no-barrel': noBarrel,
    'no-max-length': noMaxLength,
    'no-unchecked-rows': noUncheckedRows,
  },
};
