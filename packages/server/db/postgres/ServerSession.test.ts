import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../../test/harness/openPostgres.ts'
import { connectionOptions, createClient, withClient } from './connectionOptions.ts'
import { NodeLog } from './nodes/NodeLog.ts'
import { createNodeTables } from './nodes/nodeTables.ts'
import { ServerSession } from './ServerSession.ts'

test('the session of a node that is closed causes no recovery from a lost connection, and delivers the last commits', async () => {
  const postgres = await openPostgres()
  onTestFinished(postgres.close)
  const node = new NodeLog('one', 'addressOfOne')
  const received: string[] = []
  node.listen(
    {
      deliver: ({ changes }) => received.push(...changes.records),
      reset: () => received.push('reset'),
      receive: () => undefined,
    },
    () => Promise.reject(new Error('There is no pool.')),
  )
  const session = await ServerSession.open(connectionOptions(postgres.address), { node })
  const changes = { records: new Set(['committed']), collections: false, settings: false }
  node.own.begin('7', { changes, events: [] })
  const settled = node.own.settle('7')
  await session.close()
  await settled
  await nextTurn()
  expect(received).toEqual(['committed'])
})

test('a read of the log whose connection is lost fails with an error that says so, as the requests that wait for it do', async () => {
  const postgres = await openPostgres()
  onTestFinished(postgres.close)
  const options = connectionOptions(postgres.address)
  await withClient(options, client => createNodeTables(statement => client.query(statement)))
  const node = new NodeLog('one', 'addressOfOne')
  const session = await ServerSession.open(options, { node })
  onTestFinished(() => session.close())
  await node.join({ name: 'one', version: '1.0.0', key: '' }, { shared: () => [], isUrgent: () => false })
  const blocking = createClient(options)
  blocking.on('error', () => undefined)
  await blocking.connect()
  await blocking.query('BEGIN; LOCK TABLE "_cofferNodeLog" IN ACCESS EXCLUSIVE MODE')
  const reading = node.catchUp().catch((error: unknown) => error)
  const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'`
  await expect.poll(async () => (await blocking.query(waiting)).rows).toHaveLength(1)
  await postgres.kill()
  expect(await reading).toMatchObject({ kind: 'unreachable' })
})
