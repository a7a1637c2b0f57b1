import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from './engine.ts'
import { SqliteWriter } from './SqliteWriter.ts'
import { sql } from './sql.ts'

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

/** What a transaction does, step by step: an insertion fails where the number is taken, and a try or a rehearsal may hold one too. */
type Step = { kind: 'insert' | 'attempt' | 'dryRun'; id: number } | { kind: 'fail' }

const kind = fc.constantFrom('insert' as const, 'attempt' as const, 'dryRun' as const)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind, id: fc.nat(15) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'fail' as const }) },
)

const insert = (transaction: Transaction, id: number) => transaction.run(sql`INSERT INTO numbers (id) VALUES (${id})`)

const take = async (transaction: Transaction, taken: Step): Promise<void> => {
  if (taken.kind === 'fail') throw new Error('It fails.')
  if (taken.kind === 'insert') await insert(transaction, taken.id)
  else if (taken.kind === 'attempt') await transaction.attempt(() => insert(transaction, taken.id)).catch(() => undefined)
  else await transaction.dryRun(() => insert(transaction, taken.id))
}

/** Which of the transactions stay, and the numbers that are there in the end, had each come by itself. */
const oneByOne = (transactions: readonly Step[][]): { stays: boolean[]; ids: number[] } => {
  let stored = new Set<number>()
  const stays = transactions.map(steps => {
    const now = new Set(stored)
    for (const taken of steps) {
      if (taken.kind === 'fail' || (taken.kind !== 'attempt' && now.has(taken.id))) return false
      if (taken.kind !== 'dryRun') now.add(taken.id)
    }
    stored = now
    return true
  })
  return { stays, ids: [...stored].sort((a, b) => a - b) }
}

test('transactions that come together end as if each had come by itself', async () => {
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
      const expected = oneByOne(transactions)
      expect(ended.map(({ status }) => status === 'fulfilled')).toEqual(expected.stays)
      const rows = await writer.rows(sql`SELECT id FROM numbers ORDER BY id`)
      expect(rows.flat()).toEqual(expected.ids)
    }),
    { numRuns: 150 },
  )
}, 60_000)
