import { createHash } from 'node:crypto'
import { canonicalText } from './columnValues.ts'
import type { MoveSource } from './MoveSource.ts'
import type { MoveTarget, SharedColumns } from './MoveTarget.ts'

/** What a table has after a move. */
export interface ComparedTable {
  table: string
  sourceRows: number
  targetRows: number
  /** Whether all rows have the same values in the same order. */
  isEqual: boolean
}

interface Content {
  rows: number
  hash: string
}

/** Hashes the values of a table in their order, in a form that is the same in both databases. */
const hashTable = async (source: MoveSource, table: string, { columns }: SharedColumns): Promise<Content> => {
  const hash = createHash('sha256')
  const names = columns.map(({ name }) => name)
  let total = 0
  for await (const rows of source.rows(table, names)) {
    for (const [, ...values] of rows)
      hash.update(JSON.stringify(columns.map((column, index) => canonicalText(column, values[index] ?? null))))
    total += rows.length
  }
  return { rows: total, hash: hash.digest('hex') }
}

/**
 * Compares the content of tables after a copy.
 * @param copied reads what was copied
 */
export const compareContent = async (
  source: MoveSource,
  copied: MoveSource,
  columnsOf: MoveTarget['sharedColumns'],
  tables: readonly string[],
): Promise<ComparedTable[]> => {
  const compared: ComparedTable[] = []
  for (const table of tables) {
    const shared = await columnsOf(source, table)
    const before = await hashTable(source, table, shared)
    const after = await hashTable(copied, table, shared)
    const isEqual = before.rows === after.rows && before.hash === after.hash
    compared.push({ table, sourceRows: before.rows, targetRows: after.rows, isEqual })
  }
  return compared
}
