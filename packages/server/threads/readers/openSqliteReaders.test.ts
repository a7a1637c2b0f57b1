import { expect, onTestFinished, test } from 'vitest'
import { copySample } from '../../../../test/harness/copySample.ts'
import { subscriptionWith } from '../../../../test/harness/eventStreams.ts'
import { queryDatabase } from '../../../../test/harness/queryDatabase.ts'
import type { DescribeRequest } from '../../realtime/DescribedEvents.ts'
import { versions } from '../../runtime/cache/versions.ts'
import { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import { openSqliteReaders } from './openSqliteReaders.ts'
import { listTask } from './testing/openReaderPool.ts'

const client = '203.0.113.7'

async function open() {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const clients = new ClientLedger()
  const readers = openSqliteReaders({ dataDir, encryptionKey: '', queryTimeout: 30 }, versions(), clients)
  onTestFinished(readers.close)
  return { clients, readers, dataDir }
}

test('a read says that it waits before it continues in a process, and a read in a thread never does', async () => {
  const { readers } = await open()
  const waits: string[] = []
  const read = (collection: string) => readers.perform(listTask(collection), () => waits.push(collection))
  await read('tags')
  await read('post_stats')
  expect(waits).toEqual(['post_stats'])
})

test('the evaluation of subscriptions that read a view counts as work of their client while it runs in a process', async () => {
  const { clients, readers, dataDir } = await open()
  const find = (sql: string) => (queryDatabase(dataDir, 'data', sql)[0] ?? []).map(String)
  const [id = '', tokenKey = ''] = find('SELECT id, tokenKey FROM _admins')
  const [collection = ''] = find("SELECT id FROM _collections WHERE name = 'tags'")
  const [recordId = ''] = find('SELECT id FROM tags')
  const request: DescribeRequest = {
    change: {
      action: 'update',
      collection: { id: collection, name: 'tags', listRule: '', viewRule: '' },
      recordId,
      changedAt: '2026-01-01 00:00:00.000Z',
      record: { id: recordId, name: 'any', created: '', updated: '' },
    },
    audiences: [
      {
        subscription: subscriptionWith('tags', { filter: '@collection.post_stats.id != ""' }),
        listener: { kind: 'admin', id, tokenKey },
      },
    ],
    client,
  }
  let waits = 0
  const { textOf } = await readers.describe(request, () => {
    waits += 1
  })
  expect([waits, textOf]).toEqual([1, [0]])
  expect(clients.recentWork.of(client)).toBeGreaterThan(0)
})
