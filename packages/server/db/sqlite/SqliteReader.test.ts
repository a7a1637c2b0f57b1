import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { copySample } from '../../../../test/harness/copySample.ts'
import { readsView } from '../engine.ts'
import { sql } from '../sql.ts'
import { SqliteReader } from './SqliteReader.ts'

async function openReader() {
  const { dataDir, remove } = await copySample('magazine')
  const path = join(dataDir, 'data.db')
  using database = new DatabaseSync(path)
  database.exec('CREATE VIEW numbers AS SELECT 1 AS id')
  const reader = new SqliteReader(path, { allowsViews: false })
  onTestFinished(async () => {
    await reader.close()
    await remove()
  })
  return reader
}

test('only the work whose own statement reads a view is rejected, while others run in the same thread', async () => {
  const reader = await openReader()
  const rejected = Promise.withResolvers<void>()
  const waiting = reader.runWithoutViews(async () => {
    const row = await reader.row(sql`SELECT 'a proof'`)
    await rejected.promise
    return row
  })
  const reading = reader.runWithoutViews(async () => {
    await nextTurn()
    return reader.rows(sql`SELECT * FROM numbers`)
  })
  expect(await reading).toBe(readsView)
  rejected.resolve()
  expect(await waiting).toEqual(['a proof'])
})

test('work that goes on without the result of its view is rejected too', async () => {
  const reader = await openReader()
  const work = () => reader.rows(sql`SELECT * FROM numbers`).catch(() => 'without it')
  expect(await reader.runWithoutViews(work)).toBe(readsView)
})

test('an error of work that reads no view is thrown', async () => {
  const reader = await openReader()
  await expect(reader.runWithoutViews(() => reader.rows(sql`SELECT * FROM nothing`))).rejects.toThrow('nothing')
})
