import { expect, onTestFinished, test } from 'vitest'
import { copySample } from '../../../test/harness/copySample.ts'
import { openBelow } from '../../../test/harness/openBelow.ts'
import { createServer } from './createServer.ts'

test.each(['inline', 'pool'] as const)('a server (%s) that fails to open closes the files that it has opened', async threads => {
  // An older program could have left a table that lacks a column.
  const { dataDir, remove } = await copySample('magazine', [{ sql: 'CREATE TABLE _cofferAttempts (name TEXT PRIMARY KEY)' }])
  onTestFinished(remove)
  const opening = createServer({ dataDir, encryptionKey: '', queryTimeout: 30, threads, limitTries: true })
  await expect(opening).rejects.toThrow('fullAt')
  expect(openBelow(dataDir)).toEqual([])
})
