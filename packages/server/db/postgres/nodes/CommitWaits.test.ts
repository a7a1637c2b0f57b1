import { expect, test } from 'vitest'
import { CommitWaits } from './CommitWaits.ts'
import type { NodeQuery } from './NodeMailbox.ts'

/** A snapshot that includes the transactions before a number. */
const before = (xid: number): string => `${xid}:${xid}:`

/** Opens the waits of a node beside another one. Each read of the other node waits for `answer`, which says what it has applied. */
function openWaits() {
  const reads: PromiseWithResolvers<string>[] = []
  const query: NodeQuery = async <Row extends object>() => {
    const read = Promise.withResolvers<string>()
    reads.push(read)
    const row = { name: 'other', lease: `lease ${reads.length}`, applied: await read.promise }
    return { rows: [row as unknown as Row], rowCount: 1 }
  }
  let isOver = false
  const waits = new CommitWaits(query, { origin: 'one', isOver: () => isOver })
  const ended: string[] = []
  const start = (xid: number) =>
    waits.untilApplied(`${xid}`).then(isApplied => {
      ended.push(`${xid} ${isApplied}`)
    })
  const untilRead = (count: number) => expect.poll(() => reads.length).toBe(count)
  const answer = (applied: string) => reads.at(-1)?.resolve(applied)
  const end = () => {
    isOver = true
  }
  return { start, ended, untilRead, answer, end }
}

test('a hundred commits that wait for the same node share the reads of what it has applied', async () => {
  const { start, ended, untilRead, answer } = openWaits()
  const waiting = Array.from({ length: 100 }, (_, index) => start(10 + index))
  await untilRead(1)
  answer(before(10))
  await untilRead(2)
  expect(ended).toEqual([])
  answer(before(110))
  await Promise.all(waiting)
  await untilRead(2)
})

test('each commit waits until the other node has applied it', async () => {
  const { start, ended, untilRead, answer } = openWaits()
  const waiting = [start(10), start(20)]
  await untilRead(1)
  answer(before(10))
  await untilRead(2)
  // The first transaction was still running.
  answer('10:21:10')
  await untilRead(3)
  expect(ended).toEqual(['20 true'])
  answer(before(21))
  await Promise.all(waiting)
})

test('a commit is not applied by a read of the other node that began before it', async () => {
  const { start, ended, untilRead, answer, end } = openWaits()
  const first = start(10)
  await untilRead(1)
  const second = start(11)
  answer(before(1_000))
  await first
  await untilRead(2)
  expect(ended).toEqual(['10 true'])
  end()
  answer(before(11))
  await second
  expect(ended).toEqual(['10 true', '11 false'])
})

test('two commits with the same id both end, as after a failover that has lost the first one', async () => {
  const { start, ended, untilRead, answer } = openWaits()
  const waiting = [start(10), start(10)]
  // The second commit was added while the first read was under way.
  await untilRead(1)
  answer(before(11))
  await untilRead(2)
  answer(before(11))
  await Promise.all(waiting)
  expect(ended).toEqual(['10 true', '10 true'])
})

test('a commit goes on waiting after a read that shows no valid position of the other node', async () => {
  const { start, ended, untilRead, answer } = openWaits()
  const waiting = start(10)
  await untilRead(1)
  answer('no:position:')
  await untilRead(2)
  expect(ended).toEqual([])
  answer(before(11))
  await waiting
  expect(ended).toEqual(['10 true'])
})
