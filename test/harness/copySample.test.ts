import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { copySample, sendMailTo } from './copySample.ts'
import { queryDatabase } from './queryDatabase.ts'

test('a copy is prepared, the sample is unchanged, and no folder is left behind', async () => {
  const first = await copySample('fresh', [
    { sql: 'CREATE TABLE mark (x); INSERT INTO mark VALUES ("text"), (9007199254740993)' },
  ])
  const second = await copySample('fresh')
  expect(queryDatabase(first.dataDir, 'data', 'SELECT x FROM mark')).toEqual([['text'], [9007199254740993n]])
  expect(() => queryDatabase(second.dataDir, 'data', 'SELECT x FROM mark')).toThrow('no such table')
  await Promise.all([first.remove(), second.remove()])
  expect(existsSync(first.dataDir)).toBe(false)
})

test('a copy sends its emails to the given port', async () => {
  const copy = await copySample('magazine', [sendMailTo(2500)])
  const [row] = queryDatabase(copy.dataDir, 'data', "SELECT value ->> '$.smtp.port', value ->> '$.smtp.enabled' FROM _params")
  expect(row).toEqual([2500, 1])
  await copy.remove()
})

test('a failed preparation leaves no folder behind', async () => {
  await expect(copySample('fresh', [{ sql: 'nonsense' }])).rejects.toThrow('syntax error')
})
