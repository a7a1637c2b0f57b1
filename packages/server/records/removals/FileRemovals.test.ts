import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { localStorage } from '../../files/storage/local/localStorage.ts'
import type { Removal } from '../../files/storage/Removal.ts'
import type { Storage } from '../../files/storage/Storage.ts'
import { FileRemovals } from './FileRemovals.ts'

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'coffer-removals-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const isThere = (key: string) =>
  access(join(dataDir, 'storage', key)).then(
    () => true,
    () => false,
  )

/** Creates a queue over a folder with the given files. Returns its warnings and the number of records per batch of removals. */
async function openQueue(keys: readonly string[]) {
  const local = localStorage(dataDir, 'normal')
  const looks: number[] = []
  const storage: Storage = {
    ...local,
    removeRecords: (collectionId, some) => {
      looks.push(some.length)
      return local.removeRecords(collectionId, some)
    },
  }
  for (const key of keys) await storage.putBytes(key, Buffer.from(key), { contentType: 'text/plain' })
  const warnings: string[] = []
  const warn = (message: string) => warnings.push(message)
  const recorded = { markRemoved: () => undefined, sweep: () => undefined, close: async () => undefined }
  return { warnings, looks, removals: new FileRemovals({ storage, recorded, warn }) }
}

const ofRecord = (collectionId: string, id: string): Removal => ({
  kind: 'removeRecordFiles',
  collectionId,
  records: [{ id, files: ['note.txt'] }],
})

const records = ['c/one', 'c/two', 'd/one', 'd/kept']

test('removes the files of all records that are deleted during other removals, and no others', async () => {
  const { removals, warnings } = await openQueue([
    ...records.map(record => `${record}/note.txt`),
    'c/kept/old.txt',
    'c/kept/new.txt',
  ])
  removals.add([ofRecord('c', 'one')])
  removals.add([ofRecord('d', 'one')])
  removals.add([{ kind: 'removeFiles', prefix: 'c/kept/old.txt' }, ofRecord('c', 'two')])
  await removals.close()
  const left = await Promise.all(records.map(record => isThere(`${record}/note.txt`)))
  expect(left).toEqual([false, false, false, true])
  expect([await isThere('c/kept/old.txt'), await isThere('c/kept/new.txt')]).toEqual([false, true])
  expect(warnings).toEqual([])
})

test('removes files at once after the interval, batches those released within it, and does not delay closing', async () => {
  const { removals, looks } = await openQueue(['c/r0/note.txt', 'c/r29/note.txt'])
  const hour = 3_600_000
  const clock = vi.spyOn(performance, 'now').mockReturnValue(hour)
  onTestFinished(() => clock.mockRestore())
  const waitForRemovals = () => removals.withoutRemovals(async () => undefined)
  removals.add([ofRecord('c', 'r0')])
  await waitForRemovals()
  expect([looks, await isThere('c/r0/note.txt')]).toEqual([[1], false])
  clock.mockReturnValue(hour + 25)
  removals.add([ofRecord('c', 'r1')])
  await waitForRemovals()
  expect(looks).toEqual([1, 1])
  // The clock goes back, so the interval after the last removal is over in an hour.
  clock.mockReturnValue(0)
  for (let record = 2; record < 30; record += 1) {
    removals.add([ofRecord('c', `r${record}`)])
    await setImmediate()
  }
  expect(looks).toEqual([1, 1])
  await removals.close()
  expect([looks, await isThere('c/r29/note.txt')]).toEqual([[1, 1, 28], false])
})

test('logs a file that cannot be removed and removes the others', async () => {
  const { removals, warnings } = await openQueue(['c/one/note.txt', 'd/one/note.txt'])
  removals.add([ofRecord('x.attrs', 'one'), { kind: 'removeFiles', prefix: 'x.attrs' }, ofRecord('c', 'one')])
  removals.add([ofRecord('d', 'one')])
  await removals.close()
  expect([await isThere('c/one/note.txt'), await isThere('d/one/note.txt')]).toEqual([false, false])
  expect(warnings).toHaveLength(2)
})

test('removes no file while a task needs all files, and removes them afterwards', async () => {
  const { removals } = await openQueue(['c/one/note.txt', 'c/two/note.txt'])
  await removals.withoutRemovals(async () => {
    removals.add([ofRecord('c', 'one')])
    removals.add([ofRecord('c', 'two')])
    await new Promise(resolve => setTimeout(resolve, 20))
    expect([await isThere('c/one/note.txt'), await isThere('c/two/note.txt')]).toEqual([true, true])
  })
  await removals.close()
  expect([await isThere('c/one/note.txt'), await isThere('c/two/note.txt')]).toEqual([false, false])
})
