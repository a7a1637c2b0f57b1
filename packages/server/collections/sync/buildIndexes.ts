import { type Collection, type IndexDefinition, type Issues, parseIndex } from '@coffer/schema'
import type { Transaction } from '../../db/engine.ts'
import { expandBrackets } from '../../db/expandBrackets.ts'
import type { StoredIndex } from '../../db/schemaObjects.ts'
import { name, sql } from '../../db/sql.ts'
import { messageOf } from '../../errors/inspectError.ts'
import type { Report } from '../logProgress.ts'
import { definitionOf, isOfServer, isSameIndex } from './storedIndexes.ts'

/** Thrown when indexes cannot be built. Contains an issue for each, by its position in the collection's list. */
export class IndexErrors extends Error {
  readonly issues: Issues

  constructor(messages: ReadonlyMap<number, string>) {
    super([...messages.values()].join('\n'))
    const issueOf = (message: string) => ({ code: 'validation_invalid_index_expression', message })
    const issues = [...messages].map(([position, message]): [string, Issues[string]] => [String(position), issueOf(message)])
    this.issues = { indexes: Object.fromEntries(issues) }
  }
}

function exists(present: StoredIndex | undefined, index: IndexDefinition): boolean {
  const definition = present && definitionOf(present)
  return definition !== undefined && present?.table.toLowerCase() === index.table.toLowerCase() && isSameIndex(definition, index)
}

async function buildIndex(transaction: Transaction, sent: IndexDefinition, report: () => Promise<void>): Promise<void> {
  const index: IndexDefinition = {
    ...sent,
    columns: sent.columns.map(column => ({ ...column, name: expandBrackets(column.name) })),
    where: expandBrackets(sent.where),
  }
  const present = await transaction.schema.findIndex(transaction, index.name)
  if (exists(present, index)) return
  if (present && isOfServer(present)) throw new Error('the server uses an index with this name')
  // Some of its indexes are created when they are first needed.
  if (/^_coffer/i.test(index.name)) throw new Error('names that begin with _coffer are reserved for the server')
  if (present) await transaction.run(sql`DROP INDEX ${name(present.name)}`)
  await report()
  await transaction.schema.createIndex(transaction, index)
}

/**
 * Builds the indexes of a collection on its table, even if they name another table. Drops other indexes with the same names.
 * @throws IndexErrors with a message for each index that cannot be built
 */
export async function buildIndexes(transaction: Transaction, collection: Collection, report: Report): Promise<void> {
  const messages = new Map<number, string>()
  for (const [position, statement] of collection.indexes.entries()) {
    const index = parseIndex(statement)
    try {
      if (!index) throw new Error('not a CREATE INDEX statement')
      await buildIndex(transaction, { ...index, table: collection.name }, () =>
        report(collection, `building the index ${index.name}`),
      )
    } catch (error) {
      messages.set(position, `Failed to create index ${index?.name ?? statement} - ${messageOf(error)}`)
    }
  }
  if (messages.size > 0) throw new IndexErrors(messages)
}
