import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unpackArchive } from '../../packages/server/backups/unpackArchive.ts'
import { type ApiResponse, askApi } from '../harness/askApi.ts'
import type { RunningCoffer } from '../harness/coffer.ts'
import { signToken } from '../harness/signToken.ts'
import { type FaultyCoffer, faultyCoffer } from './harness/faultyCoffer.ts'
import { assertNothingLost, columnOf, countTexts, createMany, post } from './harness/scratchRecords.ts'
import { smallDisk } from './harness/smallDisk.ts'

/** The log of the served database, not of the copies in a backup. */
const log = 'pb_data/data.db-wal'

/** The size of a text that takes about 100 pages of the log. A checkpoint starts when the log has 6,000. */
const longText = 400_000

interface Holding {
  /** How many syncs are held; by default all. */
  times?: number
  /** Called before the other records are sent. */
  onHeld?: () => void
}

/** Sends a record whose sync is held, and then three more, and waits until all of them are committed. */
async function commitDuringHeldSync(faulty: FaultyCoffer, coffer: RunningCoffer, { times = -1, onHeld }: Holding = {}) {
  const settled: string[] = []
  const send = async (t: string): Promise<ApiResponse | undefined> => {
    const response = await post(coffer.port, t).catch(() => undefined)
    settled.push(t)
    return response
  }
  faulty.fail({ call: 'sync', file: log, error: 'HELD', times })
  const first = send('held 1')
  await expect.poll(faulty.trace).toContain(`held ${join(faulty.dataDir, 'data.db-wal')}`)
  onHeld?.()
  const others = ['held 2', 'held 3', 'held 4'].map(send)
  await expect.poll(() => countTexts(faulty.dataDir, 'held')).toBe(4)
  return { settled, replies: Promise.all([first, ...others]) }
}

const idsOf = (replies: readonly (ApiResponse | undefined)[]) => replies.map(reply => String(reply?.json.id))

const isReachable = ({ port }: RunningCoffer) =>
  askApi(port, 'GET', '/api/health').then(
    ({ status }) => status === 200,
    () => false,
  )

test('a power cut during a sync loses no acknowledged change, and no change is acknowledged before its sync', async context => {
  const faulty = await faultyCoffer(context)
  const coffer = await faulty.start()
  const acknowledged = await createMany(coffer.port, 8, 100)
  const { settled, replies } = await commitDuringHeldSync(faulty, coffer)
  expect(settled).toEqual([])
  await assertNothingLost(faulty, coffer, acknowledged)
  expect(await replies).toEqual([undefined, undefined, undefined, undefined])
  expect(countTexts(faulty.dataDir, 'held'), 'commits that the power cut has lost').toBe(0)
})

test('a server that is stopped during a sync acknowledges the committed changes after it, and then ends', async context => {
  const faulty = await faultyCoffer(context)
  const coffer = await faulty.start()
  const acknowledged = await createMany(coffer.port, 8, 100)
  const { settled, replies } = await commitDuringHeldSync(faulty, coffer)
  const ended = coffer.end('SIGTERM')
  await expect.poll(() => isReachable(coffer)).toBe(false)
  expect([settled, coffer.isRunning()]).toEqual([[], true])
  faulty.fail()
  const stored = await replies
  expect(stored.map(reply => reply?.status)).toEqual([200, 200, 200, 200])
  expect(await ended).toMatchObject({ status: 0, stderr: '' })
  await assertNothingLost(faulty, coffer, [...acknowledged, ...idsOf(stored)])
})

test('a server whose disk fails while it stops rejects what is not stored, recovers nothing anymore, and ends', async context => {
  const faulty = await faultyCoffer(context)
  const coffer = await faulty.start()
  const acknowledged = await createMany(coffer.port, 8, 100)
  const { replies } = await commitDuringHeldSync(faulty, coffer)
  const ended = coffer.end('SIGTERM')
  await expect.poll(() => isReachable(coffer)).toBe(false)
  faulty.fail({ call: 'sync', file: log, error: 'EIO' })
  // The held sync stores the first record. The next sync, of the others, fails.
  const [first, ...others] = await replies
  expect([first?.status, ...others.map(reply => reply?.status)]).toEqual([200, 503, 503, 503])
  const { status, stderr } = await ended
  expect([status, stderr.match(/may not be completely on the disk/g)?.length]).toEqual([0, 1])
  await assertNothingLost(faulty, coffer, [...acknowledged, ...idsOf([first])])
})

test('a backup during a sync is complete and intact, and contains every acknowledged change', async context => {
  const faulty = await faultyCoffer(context)
  const coffer = await faulty.start()
  const acknowledged = await createMany(coffer.port, 8, 100)
  const { settled, replies } = await commitDuringHeldSync(faulty, coffer)
  const token = signToken(faulty.dataDir, 'auth', 'admin')
  const backup = await askApi(coffer.port, 'POST', '/api/backups', { token, body: { name: 'held.zip' } })
  expect([backup.status, settled]).toEqual([204, []])
  faulty.fail()
  expect((await replies).map(reply => reply?.status)).toEqual([200, 200, 200, 200])

  const archive = join(faulty.dataDir, 'backups/held.zip')
  const folder = join(faulty.dataDir, '../unpacked')
  await unpackArchive({ kind: 'unpack', archive, folder })
  expect(columnOf(folder, 'PRAGMA integrity_check')).toEqual(['ok'])
  expect(columnOf(folder, 'SELECT id FROM scratch')).toEqual(expect.arrayContaining(acknowledged))
})

test('commits go on during a sync, although the log is measured every few commits', async context => {
  const faulty = await faultyCoffer(context)
  const coffer = await faulty.start()
  // SQLite itself syncs the first commit of a log, before it ends.
  const acknowledged = await createMany(coffer.port, 8, 100)
  const { replies } = await commitDuringHeldSync(faulty, coffer)
  // Each is a commit of its own, because it follows the commit of the one before.
  const sent: Promise<ApiResponse>[] = []
  while (sent.length < 40) {
    sent.push(post(coffer.port, 'more'))
    await expect.poll(() => countTexts(faulty.dataDir, 'more'), { interval: 5 }).toBe(sent.length)
  }
  faulty.fail()
  const all = [...(await replies), ...(await Promise.all(sent))]
  expect(all.map(reply => reply?.status)).toEqual(Array.from({ length: 44 }, () => 200))
  await assertNothingLost(faulty, coffer, [...acknowledged, ...idsOf(all)])
})

test.for([
  ['at once', {}],
  ['at once, with a part of the other pages on the disk', { storesSome: true }],
  ['after it', undefined],
] as const)(
  'a log that is emptied beside a pending sync because the disk is nearly full loses no acknowledged change in a power cut %s',
  async ([, cut], context) => {
    const disk = await smallDisk(context, 200)
    const faulty = await faultyCoffer(context, [], disk.dataDir)
    const coffer = await faulty.start()
    const acknowledged = await createMany(coffer.port, 8, longText)
    const logBytes = () => statSync(join(faulty.dataDir, 'data.db-wal')).size
    const before = logBytes()
    const syncs = () => faulty.trace().filter(line => line === `sync ${join(faulty.dataDir, 'data.db')}`).length
    const syncsBefore = syncs()
    const { settled, replies } = await commitDuringHeldSync(faulty, coffer, {
      times: 1,
      // Leaves less than what makes the writer empty the log before a transaction.
      onHeld: () => disk.fill(32_000_000),
    })
    expect([syncs() > syncsBefore, logBytes() < before, settled]).toEqual([true, true, []])
    if (cut) return assertNothingLost(faulty, coffer, acknowledged, cut)
    faulty.fail()
    const stored = await replies
    expect(stored.map(reply => reply?.status)).toEqual([200, 200, 200, 200])
    await assertNothingLost(faulty, coffer, [...acknowledged, ...idsOf(stored)])
  },
)

test.for([
  ['what was synced', false],
  ['also a part of the other pages', true],
] as const)(
  'a power cut after a checkpoint beside a pending sync leaves an intact database, if the disk has %s',
  async ([, storesSome], context) => {
    const faulty = await faultyCoffer(context)
    const coffer = await faulty.start()
    const acknowledged = await createMany(coffer.port, 40, longText)
    const checkpoints = () => faulty.trace().filter(line => line === `sync ${join(faulty.dataDir, 'data.db')}`).length
    const before = checkpoints()
    // Holds the sync of the commits. The one with which the checkpoint begins is another one.
    faulty.fail({ call: 'sync', file: log, error: 'HELD', times: 1 })
    const settled: number[] = []
    const sent: Promise<void>[] = []
    const records = () => Number(columnOf(faulty.dataDir, 'SELECT count(*) FROM scratch')[0])
    const first = records()
    // Each is a commit of its own. After 16 of them, the length of the log is checked. After 80, the log would have to restart.
    while (sent.length < 48) {
      const answered = post(coffer.port, 'x'.repeat(longText)).then(({ status }) => void settled.push(status))
      sent.push(answered.catch(() => undefined))
      await expect.poll(records, { interval: 5 }).toBe(first + sent.length)
    }
    expect(faulty.trace()).toContain(`held ${join(faulty.dataDir, 'data.db-wal')}`)
    await expect.poll(checkpoints, { timeout: 60_000 }).toBeGreaterThan(before)
    expect(settled).toEqual([])
    await assertNothingLost(faulty, coffer, acknowledged, { storesSome })
    await Promise.all(sent)
  },
)
