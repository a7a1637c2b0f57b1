import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { defineEvent } from './defineEvent.ts'
import { type EventConsumer, EventLog } from './EventLog.ts'

const changed = defineEvent<string>('changed')

/** Opens a log whose first consumer fails. Returns what the second one and the log of the server have received. */
function open() {
  const received: string[] = []
  const warnings: string[] = []
  const fail = () => {
    throw new Error('The consumer fails.')
  }
  const consumers: EventConsumer[] = [
    { consume: fail, recover: fail },
    {
      consume: (event, seq) => void received.push(changed.is(event) ? `${event.data} of ${seq}` : 'another event'),
      recover: () => void received.push('recovered'),
    },
  ]
  const log = new EventLog(consumers, (message, error) => void warnings.push(`${message} ${error}`))
  return { log, received, warnings }
}

test('a consumer that fails keeps neither events nor a recovery from the others, and each failure is logged', () => {
  const { log, received, warnings } = open()
  log.committed({ seq: 1, events: [changed('one'), changed('two')] })
  log.lost()
  log.committed({ seq: 2, events: [changed('three')] })
  expect(received).toEqual(['one of 1', 'two of 1', 'recovered', 'three of 2'])
  const failed = 'An event of a change (changed) could not be handled. Error: The consumer fails.'
  expect(warnings).toEqual([failed, failed, 'Lost events could not be handled. Error: The consumer fails.', failed])
})

test('a commit is reached once its events, and those of all commits before it, have been handed to the consumers', async () => {
  const { log, received } = open()
  const reached: number[] = []
  for (const seq of [2, 1, 3, 2]) void log.reached(seq).then(() => reached.push(seq))
  log.committed({ seq: 2, events: [changed('one')] })
  expect(received).toEqual(['one of 2'])
  await nextTurn()
  expect(reached.sort()).toEqual([1, 2, 2])
  await log.reached(1)
  log.committed({ seq: 3, events: [] })
  await nextTurn()
  expect(reached).toContain(3)
})
