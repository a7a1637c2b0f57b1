import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../engine.ts'
import { sql } from '../sql.ts'
import { SqliteWriter } from './SqliteWriter.ts'

let directory: string
let writer: SqliteWriter
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'coffer-queue-'))
  writer = new SqliteWriter(join(directory, 'data.db'))
})
afterAll(async () => {
  await writer.close()
  rmSync(directory, { recursive: true })
})

/** A step of a transaction. An insertion fails if the id exists; it can run directly, in an attempt or in a dry run. */
type Step = { kind: 'insert' | 'attempt' | 'dryRun'; id: number } | { kind: 'fail' }

const kind = fc.constantFrom('insert' as const, 'attempt' as const, 'dryRun' as const)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind, id: fc.nat(15) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'fail' as const }) },
)

const insert = (transaction: Transaction, id: number) => transaction.run(sql`INSERT INTO numbers (id) VALUES (${id})`)

async function take(transaction: Transaction, taken: Step): Promise<void> {
  if (taken.kind === 'fail') throw new Error('It fails.')
  if (taken.kind === 'insert') await insert(transaction, taken.id)
  else if (taken.kind === 'attempt') await transaction.attempt(() => insert(transaction, taken.id)).catch(() => undefined)
  else await transaction.dryRun(() => insert(transaction, taken.id))
}

/** Computes which transactions succeed and which ids are stored in the end, if the transactions run sequentially. */
function runSequentially(transactions: readonly Step[][]): { succeeds: boolean[]; ids: number[] } {
  let stored = new Set<number>()
  const succeeds = transactions.map(steps => {
    const now = new Set(stored)
    for (const taken of steps) {
      if (taken.kind === 'fail' || (taken.kind !== 'attempt' && now.has(taken.id))) return false
      if (taken.kind !== 'dryRun') now.add(taken.id)
    }
    stored = now
    return true
  })
  return { succeeds, ids: [...stored].sort((a, b) => a - b) }
}

test('simultaneous transactions have the same results as sequential ones', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 5 }), { minLength: 1, maxLength: 12 }), async transactions => {
      await writer.transaction(async transaction => {
        await transaction.run(sql`DROP TABLE IF EXISTS numbers`)
        await transaction.run(sql`CREATE TABLE numbers (id INTEGER PRIMARY KEY)`)
      })
      const ended = await Promise.allSettled(
        transactions.map(steps =>
          writer.transaction(async transaction => {
            for (const taken of steps) await take(transaction, taken)
          }),
        ),
      )
      const expected = runSequentially(transactions)
      expect(ended.map(({ status }) => status === 'fulfilled')).toEqual(expected.succeeds)
      const rows = await writer.rows(sql`SELECT id FROM numbers ORDER BY id`)
      expect(rows.flat()).toEqual(expected.ids)
    }),
    { numRuns: 150 },
  )
}, 60_000)
