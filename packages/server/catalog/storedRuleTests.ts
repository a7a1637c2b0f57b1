import { type RuleTest, readRuleTests } from '@coffer/schema'
import type { Reader, Transaction } from '../db/engine.ts'
import { ensureTable } from '../db/serverTables.ts'
import { name, sql } from '../db/sql.ts'

const table = '_cofferRuleTests'

/** Reads the rule tests of all collections that have some, as JSON, by the id of the collection. */
export async function loadRuleTests(reader: Reader): Promise<Map<string, string>> {
  if (!(await reader.schema.hasTable(reader, table))) return new Map()
  const rows = await reader.rows(sql`SELECT ${name('collectionId')}, tests FROM ${name('_cofferRuleTests')}`)
  return new Map(rows.map(([collectionId, tests]) => [String(collectionId), String(tests)]))
}

/** Parses stored tests. Tests that another version of the server has stored, and that are not valid here, are left out. */
export function parseRuleTests(json: string): RuleTest[] {
  try {
    return readRuleTests(JSON.parse(json))
  } catch {
    return []
  }
}

/** Stores the rule tests of a collection in place of the last ones. */
export async function storeRuleTests(transaction: Transaction, collectionId: string, tests: readonly RuleTest[]): Promise<void> {
  if (tests.length === 0) return deleteRuleTests(transaction, collectionId)
  await ensureTable(transaction, table, 'ruleTests')
  await transaction.run(
    sql`INSERT INTO ${name('_cofferRuleTests')} (${name('collectionId')}, tests) VALUES (${collectionId}, ${JSON.stringify(tests)})
      ON CONFLICT (${name('collectionId')}) DO UPDATE SET tests = excluded.tests`,
  )
}

/** Deletes the rule tests of a collection. */
export async function deleteRuleTests(transaction: Transaction, collectionId: string): Promise<void> {
  if (!(await transaction.schema.hasTable(transaction, table))) return
  await transaction.run(sql`DELETE FROM ${name('_cofferRuleTests')} WHERE ${name('collectionId')} = ${collectionId}`)
}
