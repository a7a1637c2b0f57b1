import { chmod, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { askApi, type RequestOptions } from '../../harness/askApi.ts'
import { cofferPath, runCoffer, startCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'
import { startServer } from '../../harness/startServer.ts'
import { storedFiles } from '../../harness/storedFiles.ts'

const records = '/api/collections/scratch/records'

async function copy(): Promise<string> {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(async () => {
    await chmod(dataDir, 0o755)
    await chmod(join(dataDir, 'storage'), 0o755)
    await remove()
  })
  return dataDir
}

/** The root user can write to every directory, so the server drops that capability first. */
async function withoutPrivilege(dataDir: string): Promise<{ program: string }> {
  const program = join(dirname(dataDir), 'coffer-without-privilege')
  const drop = process.getuid?.() === 0 ? 'setpriv --bounding-set=-dac_override --inh-caps=-dac_override -- ' : ''
  await writeFile(program, `#!/bin/sh\nexec ${drop}'${cofferPath}' "$@"\n`)
  await chmod(program, 0o755)
  return { program }
}

function withFile(): FormData {
  const form = new FormData()
  form.set('t', 'with a file')
  form.set('f1', new File(['some text'], 'a.txt'))
  return form
}

test('a read-only directory is reported at the start, with a solution', async () => {
  const dataDir = await copy()
  await chmod(dataDir, 0o555)
  const args = ['serve', '--http', '127.0.0.1:0', '--dir', dataDir]
  const { status, stderr } = await runCoffer(args, await withoutPrivilege(dataDir))
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(`Cannot write ${dataDir}/\\S+\\. Check that this user may write to the directory`),
  ])
})

test('read-only folders reject writes, and accept them again without a restart once they are writable', async () => {
  const dataDir = await copy()
  const coffer = await startCoffer(dataDir, [], await withoutPrivilege(dataDir))
  onTestFinished(() => coffer.signal('SIGKILL'))
  const token = signToken(dataDir, 'auth', 'admin')
  const ask = (method: string, path: string, requestOptions: RequestOptions = {}) =>
    askApi(coffer.port, method, path, { token, ...requestOptions })
  const status = async (...args: Parameters<typeof ask>) => (await ask(...args)).status
  const before = storedFiles(dataDir)

  await chmod(dataDir, 0o555)
  await chmod(join(dataDir, 'storage'), 0o555)
  await chmod(join(dataDir, 'storage/mgscratch000001'), 0o555)
  const refused = await ask('POST', records, { body: withFile() })
  expect([refused.status, refused.json.data]).toEqual([400, {}])
  expect((await ask('POST', '/api/backups', { body: { name: 'a.zip' } })).json).toMatchObject({
    code: 400,
    message: expect.stringMatching(/^Failed to create backup\. Raw error: \n./),
  })
  expect(await status('POST', records, { body: { t: 'without a file' } })).toBe(200)
  expect(await status('GET', `${records}?filter=(t='without a file')`)).toBe(200)
  expect((await ask('GET', `${records}?filter=(t='with a file')`)).json.totalItems).toBe(0)
  expect(storedFiles(dataDir)).toEqual(before)

  for (const folder of ['storage/mgscratch000001', 'storage', '.']) await chmod(join(dataDir, folder), 0o755)
  expect(await status('POST', records, { body: withFile() })).toBe(200)
  expect(await status('POST', '/api/backups', { body: { name: 'a.zip' } })).toBe(204)
  expect(await coffer.end('SIGTERM')).toMatchObject({ status: 0 })
})

test('while another program writes for a long time, changes wait and reads do not', async () => {
  const dataDir = await copy()
  const server = await startServer({ dataDir, threads: 'pool' })
  onTestFinished(server.stop)
  using other = new DatabaseSync(join(dataDir, 'data.db'), { timeout: 10_000 })
  other.exec('BEGIN IMMEDIATE')
  let isDone = false
  const created = askApi(server.port, 'POST', records, { body: { t: 'waits' } }).finally(() => {
    isDone = true
  })
  for (let time = 0; time < 5; time += 1) {
    expect((await askApi(server.port, 'GET', '/api/health')).status).toBe(200)
    expect((await askApi(server.port, 'GET', `${records}?filter=(t='waits')`)).json.totalItems).toBe(0)
  }
  expect(isDone).toBe(false)
  other.exec('COMMIT')
  expect((await created).status).toBe(200)
  expect((await askApi(server.port, 'GET', `${records}?filter=(t='waits')`)).json.totalItems).toBe(1)
})
