import {
  type BinaryOperationNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type RawNode,
  type RootOperationNode,
  type SelectQueryNode,
  OperatorNode,
  ReferenceNode,
  sql,
} from 'kysely';
import type { Db } from '#server/db/pool.ts';

/** The same database, with `words` left out of every statement: for a control without that protection. */
export function without(db: Db, words: string): Db {
  let found = false;
  const control = rewritten(db, (text) => {
    if (text.includes(words)) found = true;
    return text.replace(words, '');
  });
  process.on('exit', () => {
    if (!found) console.error(`No statement contained "${words}": this control proves nothing.`);
  });
  return control;
}

/** The same database, on which each piece of written SQL is another. */
export function rewritten(db: Db, rewrite: (text: string) => string): Db {
  class Rewriter extends OperationNodeTransformer {
    override transformRaw(node: RawNode): RawNode {
      const raw = super.transformRaw(node);
      return { ...raw, sqlFragments: raw.sqlFragments.map(rewrite) };
    }
  }
  return db.withPlugin(pluginOf(new Rewriter()));
}

/** The same database, on which no transition of a checkout asks which state it comes from. */
export const withoutStates = (db: Db): Db => withoutConditionsOn(db, 'state');

/** The same database, on which no change of a booking asks whether it still has the seat that was read. */
const withoutSeat = (db: Db): Db => withoutConditionsOn(db, 'appointment_id', 'is not distinct from');

/** The same database, on which no built statement compares this column, or does so by this operator. */
export function withoutConditionsOn(db: Db, column: string, operator?: string): Db {
  class Forgetter extends OperationNodeTransformer {
    override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
      const { leftOperand, operator: compared } = node;
      const isOther = operator && !(OperatorNode.is(compared) && compared.operator === operator);
      if (
        isOther ||
        !ReferenceNode.is(leftOperand) ||
        !JSON.stringify(leftOperand.column).includes(`"${column}"`)
      ) {
        return super.transformBinaryOperation(node);
      }
      return sql`true`.toOperationNode() as unknown as BinaryOperationNode;
    }
  }
  return db.withPlugin(pluginOf(new Forgetter()));
}

/** The same database, on which no built query locks the rows that it reads. */
export function withoutRowLocks(db: Db): Db {
  class Unlocker extends OperationNodeTransformer {
    override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
      const { endModifiers: _, ...query } = super.transformSelectQuery(node);
      return query;
    }
  }
  return db.withPlugin(pluginOf(new Unlocker()));
}

/** The same database, on which no change of a booking asks for its status, nor waits for another one. */
export const withoutStatusAndLocks = (db: Db): Db =>
  rewritten(withoutConditionsOn(withoutSeat(db), 'status'), (text) =>
    text.includes('pg_advisory_xact_lock')
      ? 'select 1'
      : text.replace(/for no key update( skip locked)?/, ''),
  );

function pluginOf(transformer: OperationNodeTransformer): KyselyPlugin {
  return {
    transformQuery: ({ node }: PluginTransformQueryArgs): RootOperationNode =>
      transformer.transformNode(node),
    transformResult: async ({ result }) => result,
  };
}
