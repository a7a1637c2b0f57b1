import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { localStorage } from '../files/storage/local/localStorage.ts'
import type { Storage } from '../files/storage/Storage.ts'
import type { Effect } from '../messages/Effect.ts'
import { EffectQueue } from './EffectQueue.ts'

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'coffer-effects-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const isThere = (key: string) =>
  access(join(dataDir, 'storage', key)).then(
    () => true,
    () => false,
  )

/** Creates a queue over a folder with the given files. Returns its warnings and the number of records per batch of removals. */
const openQueue = async (keys: readonly string[]) => {
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
  const nothing = () => undefined
  const warn = (message: string) => warnings.push(message)
  const targets = {
    storage,
    adminsChanged: nothing,
    settingsChanged: nothing,
    sendMail: nothing,
    mailQueued: nothing,
    revokeTokens: nothing,
    removed: nothing,
  }
  return { warnings, looks, effects: new EffectQueue({ ...targets, publish: nothing, warn }) }
}

const ofRecord = (collectionId: string, id: string): Effect => ({
  kind: 'removeRecordFiles',
  collectionId,
  records: [{ id, files: ['note.txt'] }],
})

const records = ['c/one', 'c/two', 'd/one', 'd/kept']

test('removes the files of all records that are deleted during other removals, and no others', async () => {
  const { effects, warnings } = await openQueue([
    ...records.map(record => `${record}/note.txt`),
    'c/kept/old.txt',
    'c/kept/new.txt',
  ])
  effects.add([ofRecord('c', 'one')])
  effects.add([ofRecord('d', 'one')])
  effects.add([{ kind: 'removeFiles', prefix: 'c/kept/old.txt' }, ofRecord('c', 'two')])
  await effects.close()
  const left = await Promise.all(records.map(record => isThere(`${record}/note.txt`)))
  expect(left).toEqual([false, false, false, true])
  expect([await isThere('c/kept/old.txt'), await isThere('c/kept/new.txt')]).toEqual([false, true])
  expect(warnings).toEqual([])
})

test('removes the first file at once, batches the following ones, and does not delay closing', async () => {
  const { effects, looks } = await openQueue(['c/r0/note.txt', 'c/r29/note.txt'])
  effects.add([ofRecord('c', 'r0')])
  await expect.poll(() => isThere('c/r0/note.txt'), { interval: 1 }).toBe(false)
  for (let record = 1; record < 30; record += 1) {
    effects.add([ofRecord('c', `r${record}`)])
    await wait(1)
  }
  await effects.close()
  expect(await isThere('c/r29/note.txt')).toBe(false)
  expect(looks.reduce((sum, records) => sum + records)).toBe(30)
  // A busy machine takes longer.
  expect(looks.length).toBeLessThan(8)
})

test('logs a file that cannot be removed and removes the others', async () => {
  const { effects, warnings } = await openQueue(['c/one/note.txt', 'd/one/note.txt'])
  effects.add([ofRecord('x.attrs', 'one'), { kind: 'removeFiles', prefix: 'x.attrs' }, ofRecord('c', 'one')])
  effects.add([ofRecord('d', 'one')])
  await effects.close()
  expect([await isThere('c/one/note.txt'), await isThere('d/one/note.txt')]).toEqual([false, false])
  expect(warnings).toHaveLength(2)
})

test('removes no file while a task needs all files, and removes them afterwards', async () => {
  const { effects } = await openQueue(['c/one/note.txt', 'c/two/note.txt'])
  await effects.withoutRemovals(async () => {
    effects.add([ofRecord('c', 'one')])
    effects.add([ofRecord('c', 'two')])
    await new Promise(resolve => setTimeout(resolve, 20))
    expect([await isThere('c/one/note.txt'), await isThere('c/two/note.txt')]).toEqual([true, true])
  })
  await effects.close()
  expect([await isThere('c/one/note.txt'), await isThere('c/two/note.txt')]).toEqual([false, false])
})
