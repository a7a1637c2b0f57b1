import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { expect, onTestFinished, test } from 'vitest'
import { ZipFile } from 'yazl'
import { withArchive } from '../../packages/server/backups/readArchive.ts'
import { productVersion } from '../../packages/server/config/config.ts'
import { type BackupServer, openBackups } from '../api/backups/openBackups.ts'
import { openS3 } from '../harness/openS3.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'

const manifest = '.pb_temp_to_delete/manifest.jsonl'

/** Lists the files of an archive by name, in order. */
const contentOf = (path: string): Promise<Map<string, Buffer>> =>
  withArchive(path, async (zip, entries) => {
    const files = new Map<string, Buffer>()
    for await (const entry of entries) files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
    return files
  })

/** Creates a backup, repacks it with other files, restores it, and returns the response. */
async function restoreChanged(served: BackupServer, change: (files: Map<string, Buffer>) => void) {
  await served.change('POST', '/api/backups', { name: 'mine.zip' })
  const path = join(served.dataDir, 'backups/mine.zip')
  const files = await contentOf(path)
  change(files)
  const zip = new ZipFile()
  for (const [name, bytes] of files) zip.addBuffer(bytes, name)
  zip.end()
  await rm(path)
  await pipeline(zip.outputStream, createWriteStream(path))
  const { status, json } = await served.ask('POST', '/api/backups/mine.zip/restore')
  await expect.poll(served.canBackup, { interval: 20 }).toBe(true)
  return { status, message: String(json.message) }
}

const picture = /^storage\/.*portrait[^/]*\.jpg$/

const nameIn = (files: Map<string, Buffer>, pattern: RegExp): string => [...files.keys()].find(name => pattern.test(name)) ?? ''

test('the manifest of a backup has the size and digest of each file, and product, version, protocol and time', async () => {
  const { change, dataDir } = await openBackups()
  await change('POST', '/api/backups', { name: 'mine.zip' })
  const files = await contentOf(join(dataDir, 'backups/mine.zip'))
  const [head, ...entries] = String(files.get(manifest))
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(head).toEqual({
    manifest: 1,
    product: 'Coffer',
    version: productVersion(),
    protocol: '0.22',
    created: expect.any(String),
  })
  expect(Math.abs(Date.parse(head.created) - Date.now())).toBeLessThan(60_000)
  files.delete(manifest)
  const expected = [...files].map(([name, bytes]) => ({
    name,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }))
  expect(entries).toEqual(expected)
})

test('a backup whose files differ from its manifest is rejected, and the error names the file', async () => {
  const served = await openBackups()
  const changes: [RegExp, (files: Map<string, Buffer>) => void][] = [
    [/portrait.* differs from the manifest/, files => files.set(nameIn(files, picture), Buffer.from('other'))],
    [/portrait.* is missing/, files => files.delete(nameIn(files, picture))],
    [/"storage\/late" is not in the manifest/, files => files.set('storage/late', Buffer.from('x'))],
    [/manifest of the archive is damaged/, files => files.set(manifest, Buffer.from('{'))],
    [/newer version of Coffer/, files => files.set(manifest, Buffer.from('{"manifest":2}\n'))],
  ]
  for (const [reason, change] of changes) {
    const response = await restoreChanged(served, change)
    expect(response).toEqual({ status: 400, message: expect.stringMatching(reason) })
    await served.change('DELETE', '/api/backups/mine.zip')
  }
  expect(await restoreChanged(served, files => files.delete(manifest))).toMatchObject({ status: 204 })
})

/** Overwrites the page of a table on disk, like failing hardware. */
async function damage(dataDir: string, table: string) {
  const [[page] = []] = queryDatabase(dataDir, 'data', `SELECT rootpage FROM sqlite_schema WHERE name = '${table}'`)
  const file = await open(join(dataDir, 'data.db'), 'r+')
  await file.write(Buffer.alloc(4096, 0x5a), 0, 4096, (Number(page) - 1) * 4096)
  await file.close()
}

test('a damaged database is not backed up, and the error says so', async () => {
  const { dataDir, ask, keys } = await openBackups()
  await damage(dataDir, 'secrets')
  const { status, json } = await ask('POST', '/api/backups', { body: { name: 'bad.zip' } })
  expect([status, json.message]).toEqual([400, expect.stringMatching(/data\.db is damaged.* Restore the last good backup/)])
  expect(await keys()).toEqual(['magazine_backup.zip'])
})

test('a backup that could not be restored is not created', async () => {
  const { dataDir, ask, keys } = await openBackups()
  const rejected = async (reason: RegExp) => {
    const { status, json } = await ask('POST', '/api/backups', { body: { name: 'bad.zip' } })
    expect([status, json.message]).toEqual([400, expect.stringMatching(reason)])
    expect(await keys()).toEqual(['magazine_backup.zip'])
    expect(await readdir(join(dataDir, '.pb_temp_to_delete'))).toEqual([])
  }
  for (const name of ['Notes.txt', 'notes.txt']) await writeFile(join(dataDir, name), 'x')
  await rejected(/differ only in case/)
  await rm(join(dataDir, 'notes.txt'))
  {
    using database = new DatabaseSync(join(dataDir, 'data.db'), { timeout: 10_000 })
    database.exec('CREATE TRIGGER t AFTER INSERT ON tags BEGIN DELETE FROM posts; END')
  }
  await rejected(/could not be restored: data\.db contains the trigger "t".* Drop it/)
})

/** Proxies an S3 server and changes a byte of each downloaded archive. */
async function openFaultyBucket(target: number): Promise<number> {
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming
    const forwarded = request({ port: target, method, path: url, headers }, response => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers)
      response.on('data', (chunk: Buffer) => {
        if (method === 'GET' && url.includes('.zip')) chunk.writeUInt8(chunk.readUInt8(0) ^ 1, 0)
        outgoing.write(chunk)
      })
      response.on('end', () => outgoing.end())
    })
    incoming.pipe(forwarded)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as { port: number }).port
}

test('a backup that a bucket returns with changes is reported as failed and removed', async () => {
  const s3 = await openS3('archives')
  onTestFinished(s3.close)
  const { ask, change } = await openBackups()
  const settings = s3.settings('archives')
  await change('PATCH', '/api/settings', { backups: { s3: settings } })
  await change('POST', '/api/backups', { name: 'good.zip' })
  expect(await s3.keys('archives')).toEqual(['good.zip'])
  const port = await openFaultyBucket(Number(new URL(String(settings.endpoint)).port))
  await change('PATCH', '/api/settings', { backups: { s3: { ...settings, endpoint: `http://127.0.0.1:${port}` } } })
  const { status, json } = await ask('POST', '/api/backups', { body: { name: 'bad.zip' } })
  expect([status, json.message]).toEqual([400, expect.stringMatching(/differs from the created one/)])
  expect(await s3.keys('archives')).toEqual(['good.zip'])
})
