import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { faultyCoffer } from './harness/faultyCoffer.ts'
import { canBackup, dataIn, hasLateRecord, outcomeOf, restore, startWithLateRecord } from './harness/restores.ts'

describe('a restore whose data cannot be synced', () => {
  test.for([
    ['a file', 'portrait_rViBw8mZCO.jpg'],
    ['the folder of a record', '.coffer_restore/new/storage/mgauthors000001/author000000001'],
    ['the database', '.coffer_restore/new/data.db'],
  ])('a restore is rejected with the reason if a sync fails: %s', async ([, file = ''], context) => {
    const faulty = await faultyCoffer(context)
    const coffer = await startWithLateRecord(faulty)
    faulty.fail({ call: 'sync', file, error: 'EIO' })
    const { status, json } = await restore(faulty, coffer)
    expect([status, json.message]).toEqual([503, expect.stringContaining('The disk of the server fails')])
    expect(await outcomeOf(faulty, coffer)).toMatchObject({ error: expect.stringMatching(/EIO|disk I\/O/) })
    faulty.fail()
    await coffer.end('SIGTERM')
    expect(dataIn(faulty)).toBe('old')
  })

  test.for(['.coffer_restore/old', '.coffer_restore', '.pb_temp_to_delete'])(
    'a restore ends with the old data if the folder %s cannot be synced',
    async (folder, context) => {
      const faulty = await faultyCoffer(context)
      const coffer = await startWithLateRecord(faulty)
      faulty.fail({ call: 'sync', file: folder, error: 'EIO', times: 1 })
      expect((await restore(faulty, coffer)).status).toBe(204)
      await expect.poll(() => canBackup(coffer), { interval: 20, timeout: 15_000 }).toBe(true)
      expect(await hasLateRecord(faulty, coffer)).toBe(true)
      const expected = { key: 'magazine_backup.zip', finished: expect.any(String), error: expect.stringContaining('EIO') }
      expect(await outcomeOf(faulty, coffer)).toEqual(expected)
      expect(coffer.output()).toContain('Error: The backup magazine_backup.zip could not be restored')
      await coffer.end('SIGTERM')
      expect(dataIn(faulty)).toBe('old')
    },
  )
})

test('a server that can bring back neither state stops, and the next start brings back the old one', async context => {
  const faulty = await faultyCoffer(context)
  const coffer = await startWithLateRecord(faulty)
  faulty.fail({ call: 'sync', file: '.coffer_restore/old', error: 'EIO' })
  await restore(faulty, coffer)
  await expect.poll(coffer.isRunning, { timeout: 15_000 }).toBe(false)
  // The last output can arrive after the end of the process.
  await expect
    .poll(coffer.output)
    .toContain('Error: a restore failed, and the old data could not be opened again. The next start puts it back.')
  faulty.fail()
  const next = await faulty.start()
  expect(await hasLateRecord(faulty, next)).toBe(true)
  expect(await outcomeOf(faulty, next)).toEqual({
    key: '',
    finished: expect.any(String),
    error: 'The server stopped during the restore.',
  })
})

test('a restore syncs every file and folder before it moves the first one', async context => {
  const faulty = await faultyCoffer(context)
  const coffer = await startWithLateRecord(faulty)
  expect((await restore(faulty, coffer)).status).toBe(204)
  await expect.poll(() => canBackup(coffer), { interval: 20 }).toBe(true)
  await coffer.end('SIGTERM')
  const incoming = join(faulty.dataDir, '.coffer_restore/new')
  const trace = faulty.trace()
  const firstMove = trace.findIndex(line => line.startsWith(`rename ${incoming}/`))
  const synced = new Set(trace.slice(0, firstMove))
  const entries = await readdir(join(faulty.dataDir, 'storage'), { recursive: true })
  const expected = ['', 'data.db', 'logs.db', 'storage', ...entries.map(name => join('storage', name))]
  expect(entries.length).toBeGreaterThan(20)
  expect(expected.filter(name => !synced.has(`sync ${join(incoming, name)}`))).toEqual([])
})
