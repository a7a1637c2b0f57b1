import { mkdir, open, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Report } from '../../packages/server/dataDirectory/doctor/examine.ts'
import { makeArchive, openBackups } from '../api/backups/openBackups.ts'
import { runCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'

const record = 'media0000000004'
const folder = `storage/mgmedia00000001/${record}`

/** Changes bytes of a page of `data.db`, like failing hardware. */
async function changePage(dataDir: string, object: string, change: (page: Buffer) => void) {
  const [[root] = []] = queryDatabase(dataDir, 'data', `SELECT rootpage FROM sqlite_schema WHERE name = '${object}'`)
  const [[size] = []] = queryDatabase(dataDir, 'data', 'PRAGMA page_size')
  const page = Buffer.alloc(Number(size))
  const file = await open(join(dataDir, 'data.db'), 'r+')
  await file.read(page, 0, page.length, (Number(root) - 1) * page.length)
  change(page)
  await file.write(page, 0, page.length, (Number(root) - 1) * page.length)
  await file.close()
}

/** Changes one byte of the index of the ids of `media`, so that one record is not found by its id. */
const damageIndex = (dataDir: string) =>
  changePage(dataDir, 'sqlite_autoindex_media_1', page => {
    const at = page.indexOf(record)
    expect(at).toBeGreaterThan(0)
    page.writeUInt8(page.readUInt8(at + record.length - 1) + 100, at + record.length - 1)
  })

async function openDamaged(damage: (dataDir: string) => Promise<void>) {
  const { dataDir, remove } = await copySample('magazine', [], 'sqlite')
  onTestFinished(remove)
  const orphan = join(dataDir, 'storage/mgmedia00000001/nosuchrecord001/lost_0123456789.txt')
  await mkdir(join(orphan, '..'))
  await writeFile(orphan, 'text')
  for (const entry of await readdir(join(dataDir, 'storage'), { recursive: true }))
    await utimes(join(dataDir, 'storage', entry), new Date(), new Date(Date.now() - 2 * 86_400_000))
  await damage(dataDir)
  const files = () => readdir(join(dataDir, 'storage'), { recursive: true })
  const examine = async (...args: string[]) => {
    const { stdout } = await runCoffer(['doctor', '--dir', dataDir, '--json', ...args])
    const { findings, failed } = JSON.parse(stdout) as Report
    expect(failed).toEqual([])
    return {
      ...Object.fromEntries(findings.map(finding => [finding.check, finding])),
    } as Record<string, Report['findings'][number]>
  }
  return { dataDir, files, examine }
}

describe('a record that is not found by its id, because one byte of an index is damaged', () => {
  test('is neither seen by a quick check nor by a query', async () => {
    const { dataDir } = await openDamaged(damageIndex)
    expect(queryDatabase(dataDir, 'data', 'PRAGMA quick_check')).toEqual([['ok']])
    expect(queryDatabase(dataDir, 'data', `SELECT id FROM media WHERE id = '${record}'`)).toEqual([])
  })

  test('keeps its files, and coffer doctor moves no files at all until the index is rebuilt', async () => {
    const { dataDir, files, examine } = await openDamaged(damageIndex)
    const before = await files()
    expect(before).toContain(folder.slice('storage/'.length))
    const found = await examine('--fix', '--skip', 'integrity')
    expect(found.orphanedFiles).toMatchObject({
      message: '1 stored file without a record, 1 kB.',
      advice: 'Leave them there until data.db is not damaged anymore.',
    })
    expect(await files()).toEqual(before)

    const fixing = await examine('--fix')
    expect(fixing.integrity).toMatchObject({
      message: expect.stringMatching(/^data\.db is damaged: .*sqlite_autoindex_media_1/),
      fixed: 'Rebuilt the indexes of media in data.db. Nothing else was damaged.',
    })
    expect(fixing.orphanedFiles?.fixed).toBeUndefined()
    expect(await files()).toEqual(before)
    expect(queryDatabase(dataDir, 'data', `SELECT id FROM media WHERE id = '${record}'`)).toEqual([[record]])

    const repaired = await examine('--fix')
    expect(repaired.integrity).toBeUndefined()
    expect(repaired.orphanedFiles?.fixed).toMatch(/^Moved 1 file without a record to /)
    expect(before.filter(path => path.startsWith('mgmedia00000001/media'))).toEqual(
      (await files()).filter(path => path.startsWith('mgmedia00000001/media')),
    )
  })

  test('prevents backups, which would contain the damage', async () => {
    const { dataDir, ask, keys } = await openBackups()
    await damageIndex(dataDir)
    const { status, json } = await ask('POST', '/api/backups', { body: { name: 'bad.zip' } })
    expect([status, json.message]).toEqual([400, expect.stringMatching(/data\.db is damaged.*sqlite_autoindex_media_1/)])
    expect(await keys()).toEqual(['magazine_backup.zip'])
  })

  test('prevents the restore of an archive', async () => {
    const { dataDir } = await openDamaged(damageIndex)
    const { ask, upload } = await openBackups()
    await upload('damaged.zip', await makeArchive({ 'data.db': await readFile(join(dataDir, 'data.db')) }))
    const { status, json } = await ask('POST', '/api/backups/damaged.zip/restore')
    expect([status, json.message]).toEqual([
      400,
      expect.stringMatching(/data\.db in the archive is damaged: .*sqlite_autoindex_media_1/),
    ])
  })
})

test('coffer doctor --fix changes nothing if a table is damaged', async () => {
  const { dataDir, examine } = await openDamaged(dir =>
    changePage(dir, 'tags', page => {
      page.fill(0x5a, 100)
    }),
  )
  const before = await readFile(join(dataDir, 'data.db'))
  const { integrity } = await examine('--fix')
  expect(integrity).toMatchObject({
    advice: expect.stringMatching(/^Rebuilding the indexes does not help \(.+\)\. Stop the server/),
  })
  expect(integrity?.fixed).toBeUndefined()
  expect((await readFile(join(dataDir, 'data.db'))).equals(before)).toBe(true)
})
