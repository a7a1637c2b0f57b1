import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../../test/harness/openPostgres.ts'
import { connectionOptions } from './connectionOptions.ts'
import { NodeLog } from './nodes/NodeLog.ts'
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
