import { closeSync, copyFileSync, openSync, readdirSync, renameSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { startCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'
import { signToken } from '../harness/signToken.ts'

const pageSize = 4096
const fill = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
  INSERT INTO _logs (level, message, data) SELECT 8, hex(randomblob(100)), '{"auth":"guest"}' FROM n`

/** A data directory with some hundred pages of log, and functions that damage them. */
async function makeDirectory() {
  const { dataDir, remove } = await copySample('magazine', [{ db: 'logs', sql: fill }])
  onTestFinished(remove)
  const path = join(dataDir, 'logs.db')
  const overwrite = (firstPage: number, pages: number) => {
    const file = openSync(path, 'r+')
    writeSync(file, Buffer.alloc(pages * pageSize, 0x5a), 0, pages * pageSize, firstPage * pageSize)
    closeSync(file)
  }
  return { dataDir, path, overwrite }
}

async function start(dataDir: string) {
  const server = await startCoffer(dataDir)
  onTestFinished(async () => void (await server.end('SIGKILL')))
  const token = signToken(dataDir, 'auth', 'admin')
  const ask = (path: string) => askApi(server.port, 'GET', path, { token })
  /** Waits until the log lists a request. The list request itself is not logged. */
  const isLogged = async (mark: string): Promise<boolean> => {
    expect((await ask(`/api/collections/tags/records?mark=${mark}`)).status).toBe(200)
    // So many entries are stored at once; fewer only after three seconds.
    const more = await Promise.all(Array.from({ length: 200 }, () => ask('/api/collections/tags/records')))
    expect(more.filter(({ status }) => status !== 200)).toEqual([])
    const filter = encodeURIComponent(`data.url ~ "?mark=${mark}"`)
    for (let turn = 0; turn < 70; turn += 1) {
      await wait(100)
      if ((await ask(`/api/logs?filter=${filter}`)).json.totalItems === 1) return true
    }
    return false
  }
  /** Asserts that requests are logged; those before the damage was detected may be in the damaged file. */
  const assertWorkingLog = async (mark: string) => {
    for (let attempt = 0; attempt < 4; attempt += 1) if (await isLogged(`${mark}-${attempt}`)) return
    expect.fail(`No request was logged: ${server.output()}`)
  }
  return { server, ask, assertWorkingLog }
}

const movedAside = (dataDir: string) => readdirSync(dataDir).filter(name => /^logs\.db\.damaged-[\dTZ]+$/.test(name))

test.each<[string, (directory: Awaited<ReturnType<typeof makeDirectory>>) => void]>([
  ['is not a database', ({ path }) => writeFileSync(path, 'this was a log once. '.repeat(1_000))],
  ['has an invalid header', ({ overwrite }) => overwrite(0, 1)],
  ['is truncated', ({ path }) => truncateSync(path, 10 * pageSize)],
  ['is truncated within its header', ({ path }) => truncateSync(path, 50)],
  ['has malformed pages', ({ overwrite }) => overwrite(1, 60)],
  [
    'has an outdated write-ahead log',
    ({ path }) => {
      const log = new DatabaseSync(path)
      log.exec(`PRAGMA journal_mode = WAL; ${fill}`)
      copyFileSync(`${path}-wal`, `${path}-wal-earlier`)
      log.exec('DELETE FROM _logs WHERE rowid % 3 = 0; VACUUM')
      log.close()
      renameSync(`${path}-wal-earlier`, `${path}-wal`)
    },
  ],
])('a server starts and logs although logs.db %s', async (_, damage) => {
  const directory = await makeDirectory()
  damage(directory)
  const { server, assertWorkingLog } = await start(directory.dataDir)
  await assertWorkingLog('after-start')
  const [moved] = movedAside(directory.dataDir)
  expect(moved).toBeDefined()
  expect(server.output()).toContain(`${moved}`)
  expect(server.output()).toMatch(/logs\.db is damaged \(.+\), so a new log was started/)
  const { status } = await server.end('SIGTERM')
  expect(status).toBe(0)
})

test('damage of the log while the server runs fails no request, and a new log is started', async () => {
  const directory = await makeDirectory()
  const { server, ask, assertWorkingLog } = await start(directory.dataDir)
  await assertWorkingLog('before')
  directory.overwrite(1, 200)
  for (let turn = 0; turn < 20; turn += 1) expect((await ask('/api/collections/tags/records')).status).toBe(200)
  await assertWorkingLog('after')
  expect(movedAside(directory.dataDir)).toHaveLength(1)
  expect(server.isRunning()).toBe(true)
  expect((await server.end('SIGTERM')).status).toBe(0)
})
