import type { Collection, IndexDefinition } from '@coffer/schema'
import { parseIndex } from '@coffer/schema'
import type { Transaction } from '../../db/engine.ts'
import { expandBrackets } from '../../db/expandBrackets.ts'
import type { StoredIndex } from '../../db/Schema.ts'
import { name, sql } from '../../db/sql.ts'
import { databaseSchema } from '../../db/threadDatabase.ts'
import { messageOf } from '../../errors/inspectError.ts'
import { IndexErrors } from './IndexErrors.ts'
import type { Report } from './Report.ts'
import { definitionOf, isOfServer, isSameIndex } from './storedIndexes.ts'

const exists = (present: StoredIndex | undefined, index: IndexDefinition): boolean => {
  const definition = present && definitionOf(present)
  return definition !== undefined && present?.table.toLowerCase() === index.table.toLowerCase() && isSameIndex(definition, index)
}

const buildIndex = async (transaction: Transaction, sent: IndexDefinition, report: () => Promise<void>): Promise<void> => {
  const index: IndexDefinition = {
    ...sent,
    columns: sent.columns.map(column => ({ ...column, name: expandBrackets(column.name) })),
    where: expandBrackets(sent.where),
  }
  const present = await databaseSchema.findIndex(transaction, index.name)
  if (exists(present, index)) return
  if (present && isOfServer(present)) throw new Error('the server uses an index with this name')
  if (present) await transaction.run(sql`DROP INDEX ${name(present.name)}`)
  await report()
  await databaseSchema.createIndex(transaction, index)
}

/**
 * Builds the indexes of a collection on its table, even if they name another table. Drops other indexes with the same names.
 * @throws IndexErrors with a message for each index that cannot be built
 */
export const buildIndexes = async (transaction: Transaction, collection: Collection, report: Report): Promise<void> => {
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
