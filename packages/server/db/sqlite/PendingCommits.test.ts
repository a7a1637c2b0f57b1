import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { sql } from '../sql.ts'
import { findUnsynced } from '../UnsyncedError.ts'
import { openThings } from './testing/openThings.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** The published events of commits that each have one transaction. */
const eventsOf = (...names: string[]) => names.map((name, index) => [index + 1, name])

/** Opens a queue whose syncs end when the test lets them. */
async function openSlow() {
  const { writer, count, openQueue } = await openThings()
  const syncs: PromiseWithResolvers<void>[] = []
  const flush = () => {
    const sync = Promise.withResolvers<void>()
    syncs.push(sync)
    return sync.promise
  }
  const { connection, queue } = openQueue({ flush })
  const published: unknown[] = []
  let begun = 0
  queue.eventListener = {
    begin: () => ++begun,
    committed: ({ seq, events }) => published.push([seq, ...events.map(({ data }) => data)]),
    lost: () => published.push('lost'),
  }
  const settled: string[] = []
  const send = (name: string, { fails = false } = {}) => {
    const sent = queue.run(async transaction => {
      await transaction.run(sql`INSERT INTO things (name) VALUES (${name})`)
      transaction.emit({ type: 'added', data: name })
      if (fails) throw new Error('It fails after its change.')
    })
    const outcomeOf = (error: unknown) => {
      const unsynced = findUnsynced(error)
      return unsynced?.isOutcomeUnknown ? 'unknown' : unsynced ? 'not tried' : 'rejected'
    }
    void sent.then(() => 'stored', outcomeOf).then(outcome => settled.push(`${name} ${outcome}`))
  }
  const committed = (total: number) => expect.poll(count).toBe(total)
  /** Sends transactions of which each is committed before the next one begins. */
  const sendEach = async (...names: string[]) => {
    for (const [index, name] of names.entries()) {
      send(name)
      await committed(index + 1)
    }
  }
  return { writer, connection, queue, syncs, published, settled, count, send, sendEach, committed }
}

test('a transaction that is committed during a sync resolves after the next one, and its events follow', async () => {
  const { syncs, published, settled, sendEach } = await openSlow()
  await sendEach('a', 'b', 'c')
  expect([syncs.length, settled, published]).toEqual([1, [], []])
  syncs[0]?.resolve()
  await expect.poll(() => syncs.length).toBe(2)
  expect([settled, published]).toEqual([['a stored'], [[1, 'a']]])
  syncs[1]?.resolve()
  await expect.poll(() => settled).toEqual(['a stored', 'b stored', 'c stored'])
  expect(published).toEqual(eventsOf('a', 'b', 'c'))
  expect(syncs.length).toBe(2)
})

test('transactions that run again separately after a failed one share a sync, and are settled in their order', async () => {
  const { syncs, published, settled, send, committed } = await openSlow()
  send('a')
  send('b')
  send('c')
  send('failing', { fails: true })
  await committed(3)
  expect([syncs.length, settled, published]).toEqual([1, [], []])
  syncs[0]?.resolve()
  await expect.poll(() => syncs.length).toBe(2)
  expect(settled).toEqual(['a stored'])
  syncs[1]?.resolve()
  await expect.poll(() => settled).toEqual(['a stored', 'b stored', 'c stored', 'failing rejected'])
  expect(published).toEqual(eventsOf('a', 'b', 'c'))
  expect(syncs.length).toBe(2)
})

/** Opens a queue in which a transaction has failed while the sync of another one runs. */
async function failDuringSync() {
  const opened = await openSlow()
  const { syncs, settled, send, committed } = opened
  send('a')
  send('failing', { fails: true })
  await committed(1)
  await expect.poll(() => syncs.length).toBe(1)
  await nextTurn()
  expect(settled).toEqual([])
  return opened
}

test('a transaction that fails while a sync runs is rejected at the end of that sync, without one of its own', async () => {
  const { syncs, settled } = await failDuringSync()
  syncs[0]?.resolve()
  await expect.poll(() => settled).toEqual(['a stored', 'failing rejected'])
  expect(syncs.length).toBe(1)
})

test('a transaction that fails while a sync runs gets the error of the sync if it fails, too, because its own can be due to what is not stored', async () => {
  const { syncs, settled } = await failDuringSync()
  syncs[0]?.reject(new Error('The disk is gone.'))
  await expect.poll(() => settled).toEqual(['a unknown', 'failing not tried'])
})

test('commits are settled although the receiver of their events throws at each call', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { queue, syncs, settled, send } = await openSlow()
  const broken = () => {
    throw new Error('The receiver is broken.')
  }
  queue.eventListener = queue.eventListener && { ...queue.eventListener, committed: broken, lost: broken }
  for (const [index, name] of ['a', 'b'].entries()) {
    send(name)
    await expect.poll(() => syncs.length).toBe(index + 1)
    syncs[index]?.resolve()
    await expect.poll(() => settled.length).toBe(index + 1)
  }
  expect(settled).toEqual(['a stored', 'b stored'])
  send('c')
  await expect.poll(() => syncs.length).toBe(3)
  syncs[2]?.reject(new Error('The disk is gone.'))
  await expect.poll(() => settled).toEqual(['a stored', 'b stored', 'c unknown'])
  expect(report.mock.calls.flat().join()).toContain('The receiver is broken.')
})

test('a transaction is stored although its events cannot be published, which is reported as lost events', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { queue, syncs, published, settled, send } = await openSlow()
  const listener = queue.eventListener
  queue.eventListener = listener && {
    ...listener,
    committed: commit => {
      if (commit.events.some(({ data }) => data === 'a')) throw new Error('The receiver is broken.')
      listener.committed(commit)
    },
  }
  send('a')
  await expect.poll(() => syncs.length).toBe(1)
  syncs[0]?.resolve()
  await expect.poll(() => settled).toEqual(['a stored'])
  expect(published).toEqual([[1], 'lost'])
  expect(report.mock.calls.flat().join()).toContain('The receiver is broken.')
  send('b')
  await expect.poll(() => syncs.length).toBe(2)
  syncs[1]?.resolve()
  await expect.poll(() => settled).toEqual(['a stored', 'b stored'])
  expect(published).toEqual([[1], 'lost', [2, 'b']])
})

test('a failed sync rejects what was committed while it ran, and rolls back the transaction that runs', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { writer, connection, queue, syncs, published, settled, sendEach } = await openSlow()
  await sendEach('a', 'b')
  const open = Promise.withResolvers<void>()
  const running = queue.run(async transaction => {
    await transaction.run(sql`INSERT INTO things (name) VALUES ('running')`)
    await open.promise
  })
  await expect.poll(() => connection.isInTransaction).toBe(true)
  syncs[0]?.reject(new Error('The disk is gone.'))
  await expect.poll(() => settled).toEqual(['a unknown', 'b unknown'])
  expect(published).toEqual([[1], [2], 'lost'])
  open.resolve()
  await expect(running).rejects.toSatisfy(error => findUnsynced(error)?.isOutcomeUnknown === false)
  expect(await writer.rows(sql`SELECT name FROM things ORDER BY name`)).toEqual([['a'], ['b']])
  expect(syncs.length).toBe(1)
})

test('an action between two transactions runs once all commits are on the disk', async () => {
  const { queue, syncs, settled, count, send, sendEach } = await openSlow()
  await sendEach('a', 'b')
  const action = queue.between(async () => settled.slice())
  send('c')
  syncs[0]?.resolve()
  await expect.poll(() => syncs.length).toBe(2)
  expect(await count()).toBe(2)
  syncs[1]?.resolve()
  expect(await action).toEqual(['a stored', 'b stored'])
  await expect.poll(() => syncs.length).toBe(3)
  syncs[2]?.resolve()
  await expect.poll(() => settled).toEqual(['a stored', 'b stored', 'c stored'])
})
