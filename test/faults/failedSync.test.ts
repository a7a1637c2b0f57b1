import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Listener, openListener } from '../exchanges/runner/openListener.ts'
import { askApi } from '../harness/askApi.ts'
import { faultyCoffer } from './harness/faultyCoffer.ts'
import { assertNothingLost, columnOf, create, createMany, scratchRecords as records } from './harness/scratchRecords.ts'

/** Opens an event stream that receives the changes of the collection `scratch`. */
async function listen(port: number): Promise<Listener> {
  const listener = await openListener(port)
  const subscription = { clientId: listener.clientId, subscriptions: ['scratch/*'] }
  expect((await askApi(port, 'POST', '/api/realtime', { body: subscription })).status).toBe(204)
  return listener
}

describe('after a failed sync of the log', () => {
  test('after a failed sync, changes get a 503 with the reason and reads continue, until everything is on disk', async context => {
    const faulty = await faultyCoffer(context)
    const coffer = await faulty.start()
    const before = await createMany(coffer.port, 8, 100)
    const listener = await listen(coffer.port)
    faulty.fail({ call: 'sync', file: 'data.db-wal', error: 'EIO' })
    const post = (t: string) => askApi(coffer.port, 'POST', records, { body: { t } })
    const failed = await post('unknown outcome')
    expect([failed.status, failed.json.message]).toEqual([503, expect.stringContaining('may or may not have been made')])
    const rejected = await post('rejected')
    expect([rejected.status, rejected.json.message]).toEqual([503, expect.stringContaining('no changes are accepted')])
    const health = () => askApi(coffer.port, 'GET', '/api/health')
    expect((await health()).json).toMatchObject({ code: 503, message: expect.stringContaining('the disk failed') })
    expect((await askApi(coffer.port, 'GET', `${records}?perPage=1`)).status, 'a read').toBe(200)
    expect(coffer.output()).toContain('Error: data.db may not be completely on the disk')

    // The change with the unknown outcome has no event, so clients reconnect and load again.
    await listener.ended

    faulty.fail()
    const reconnected = await listen(coffer.port)
    const after = await createMany(coffer.port, 16, 100)
    expect((await health()).json).toMatchObject({ code: 200 })
    await expect.poll(reconnected.arrived).toBeGreaterThan(0)
    expect(JSON.stringify([...listener.take(), ...reconnected.take()])).not.toContain('unknown outcome')
    reconnected.close()
    expect(coffer.output()).toContain('data.db is on the disk again')
    await assertNothingLost(faulty, coffer, [...before, ...after])
    expect(columnOf(faulty.dataDir, "SELECT t FROM scratch WHERE t = 'rejected'")).toEqual([])
  })

  test('a failed sync rejects what was committed while it ran, and a power cut loses no acknowledged change', async context => {
    const faulty = await faultyCoffer(context)
    const coffer = await faulty.start()
    const acknowledged = await createMany(coffer.port, 8, 100)
    faulty.fail({ call: 'sync', file: 'data.db-wal', error: 'HELD' })
    const post = (t: string) => askApi(coffer.port, 'POST', records, { body: { t } })
    // The first is stored by the held sync. The others are committed while it runs, and share the one that fails.
    const first = post('first')
    await expect.poll(faulty.trace).toContain(`held ${join(faulty.dataDir, 'data.db-wal')}`)
    const others = ['second', 'third', 'fourth'].map(post)
    const committed = "SELECT count(*) FROM scratch WHERE t IN ('first', 'second', 'third', 'fourth')"
    await expect.poll(() => columnOf(faulty.dataDir, committed)).toEqual([4])
    faulty.fail({ call: 'sync', file: 'data.db-wal', error: 'EIO' })
    const replies = await Promise.all([first, ...others])
    expect(replies.map(({ status }) => status)).toEqual([200, 503, 503, 503])
    for (const { json } of replies.slice(1)) expect(json.message).toContain('may or may not have been made')
    acknowledged.push(...replies.filter(({ status }) => status === 200).map(({ json }) => String(json.id)))
    faulty.fail()
    acknowledged.push(...(await createMany(coffer.port, 8, 100)))
    await assertNothingLost(faulty, coffer, acknowledged)
  })

  test('a power cut loses no acknowledged change, although the sync after a failed one succeeds', async context => {
    const faulty = await faultyCoffer(context)
    const coffer = await faulty.start()
    // SQLite itself syncs the first commit of a write-ahead log, with the header; later commits are synced by the server.
    const acknowledged: string[] = []
    for (let turn = 0; turn < 2; turn += 1) {
      faulty.fail({ call: 'sync', file: 'data.db-wal', error: 'EIO', times: 1 })
      acknowledged.push(...(await createMany(coffer.port, 24, 10_000)))
      faulty.fail()
    }
    await assertNothingLost(faulty, coffer, acknowledged)
  })

  test('a power cut loses no change that the server acknowledged after a restart', async context => {
    const faulty = await faultyCoffer(context)
    const first = await faulty.start()
    const acknowledged = await createMany(first.port, 8, 10_000)
    faulty.fail({ call: 'sync', file: 'data.db-wal', error: 'EIO' })
    expect(await create(first.port, 'unknown outcome')).toBeUndefined()
    await first.end('SIGKILL')
    faulty.fail()
    const second = await faulty.start()
    acknowledged.push(...(await createMany(second.port, 16, 10_000)))
    await assertNothingLost(faulty, second, acknowledged)
  })
})

describe('while another program reads the log, as one that replicates it does', () => {
  /** Holds a read transaction on the current state. Returns a function that ends it. */
  const readLog = (dataDir: string): (() => void) => {
    const program = new DatabaseSync(join(dataDir, 'data.db'), { readOnly: true })
    program.exec('BEGIN; SELECT COUNT(*) FROM scratch')
    const end = () => {
      if (program.isOpen) program.close()
    }
    onTestFinished(end)
    return end
  }

  test('changes are accepted again after a failed sync, and a power cut loses none of them', async context => {
    const faulty = await faultyCoffer(context)
    const coffer = await faulty.start()
    const acknowledged = await createMany(coffer.port, 8, 10_000)
    const endReading = readLog(faulty.dataDir)
    faulty.fail({ call: 'sync', file: 'data.db-wal', error: 'EIO' })
    expect(await create(coffer.port, 'unknown outcome')).toBeUndefined()
    faulty.fail()
    acknowledged.push(...(await createMany(coffer.port, 16, 10_000)))
    endReading()
    await assertNothingLost(faulty, coffer, acknowledged)
  })

  test.for(['SIGKILL', 'SIGTERM'] as const)(
    'a server that starts after one ended by %s accepts changes, and a power cut loses none of them',
    async (signal, context) => {
      const faulty = await faultyCoffer(context)
      const first = await faulty.start()
      const acknowledged = await createMany(first.port, 8, 10_000)
      const endReading = readLog(faulty.dataDir)
      acknowledged.push(...(await createMany(first.port, 8, 10_000)))
      await first.end(signal)
      const second = await faulty.start()
      acknowledged.push(...(await createMany(second.port, 16, 10_000)))
      expect(second.output()).not.toContain('Error')
      endReading()
      await assertNothingLost(faulty, second, acknowledged)
    },
  )
})

test('after a failed sync of the database a power cut loses no acknowledged change', async context => {
  const faulty = await faultyCoffer(context)
  const coffer = await faulty.start()
  faulty.fail({ call: 'sync', file: 'data.db', error: 'EIO', times: 1 })
  // Enough for a checkpoint of the write-ahead log, which then starts again.
  const acknowledged = await createMany(coffer.port, 180, 400_000, 2)
  await assertNothingLost(faulty, coffer, acknowledged)
  expect(coffer.output()).toContain('Error: data.db may not be completely on the disk')
})
