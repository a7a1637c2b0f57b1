import { createHash } from 'node:crypto'
import type { Collection } from '@coffer/schema'
import { canonicalText } from './columnValues.ts'
import type { MoveSource } from './MoveSource.ts'
import type { MoveTarget, SharedColumns } from './MoveTarget.ts'
import { findForeign, listTables, loadCollections } from './movedTables.ts'
import { moveProgress } from './moveProgress.ts'

/** The rows of a table in the source and in its copy. */
interface ComparedTable {
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
async function hashTable(source: MoveSource, table: string, { columns }: SharedColumns): Promise<Content> {
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

/** What a copy has. */
export interface CopyResult {
  compared: ComparedTable[]
  /** Sentences about what was not copied. */
  warnings: string[]
}

async function findBrokenViews(copied: MoveSource, collections: readonly Collection[]): Promise<string[]> {
  const broken: string[] = []
  for (const { type, name } of collections) if (type === 'view' && !(await copied.isReadable(name))) broken.push(name)
  return broken.map(view => `The query of the view collection "${view}" does not work. Change it.`)
}

/**
 * Compares a copy with its source, and completes it if they are equal, so that a server can open it.
 * @param copied reads the target
 */
export async function verifyCopy(source: MoveSource, target: MoveTarget, copied: MoveSource): Promise<CopyResult> {
  const collections = await loadCollections(source)
  const compared: ComparedTable[] = []
  for (const table of await listTables(source, collections)) {
    const shared = await target.sharedColumns(source, table)
    const before = await hashTable(source, table, shared)
    const after = await hashTable(copied, table, shared)
    const isEqual = before.rows === after.rows && before.hash === after.hash
    compared.push({ table, sourceRows: before.rows, targetRows: after.rows, isEqual })
  }
  if (compared.every(({ isEqual }) => isEqual)) for (const engine of target.engines) await moveProgress.end(engine)
  const columnsOf = async (table: string) => (await target.sharedColumns(source, table)).columns.map(({ name }) => name)
  const warnings = [...(await findForeign(source, collections, columnsOf)), ...(await findBrokenViews(copied, collections))]
  return { compared, warnings }
}
