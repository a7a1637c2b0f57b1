import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { runCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

async function copy() {
  const { dataDir, remove } = await copySample('magazine')
  cleanUp.push(remove)
  return dataDir
}

async function serve(dataDir: string, args: string[] = []) {
  const server = await startCoffer(dataDir, args)
  cleanUp.push(() => server.end('SIGKILL'))
  return server
}

/** Returns the output of a server that does not start; 'served' if it does. */
const tryToServe = (dataDir: string): Promise<string> =>
  serve(dataDir).then(
    () => 'served',
    error => String(error),
  )

function removeDatabase(dataDir: string) {
  for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `data.db${end}`), { force: true })
}

test('a directory without data.db is not served as a new instance, and the error names the newest backup', async () => {
  const dataDir = await copy()
  removeDatabase(dataDir)
  mkdirSync(join(dataDir, 'backups'), { recursive: true })
  for (const [name, day] of [
    ['older.zip', 1],
    ['newer.zip', 2],
  ] as const) {
    writeFileSync(join(dataDir, 'backups', name), 'x')
    const time = Date.now() / 1000 + day * 86_400
    utimesSync(join(dataDir, 'backups', name), time, time)
  }
  const before = await readdir(dataDir, { recursive: true })
  const admin = await runCoffer(['admin', 'create', 'a@b.example', 'password-1', '--dir', dataDir])
  for (const printed of [await tryToServe(dataDir), admin.stderr]) {
    expect(printed).toMatch(
      /has storage, backups, logs\.db of an instance, but no data\.db\. .*backups\/newer\.zip.*--newDatabase/,
    )
  }
  expect(await readdir(dataDir, { recursive: true })).toEqual(before)
})

test('a directory without data.db is served as a new instance on request', async () => {
  const dataDir = await copy()
  removeDatabase(dataDir)
  const { port } = await serve(dataDir, ['--newDatabase'])
  expect((await askApi(port, 'GET', '/api/health')).status).toBe(200)
})

test('a second server on a directory is rejected although the lock file was deleted', async () => {
  const dataDir = await copy()
  const { port } = await serve(dataDir)
  rmSync(join(dataDir, '.coffer.lock'))
  expect(await tryToServe(dataDir)).toMatch(/ended with status 1: .*Another server runs on/)
  expect((await askApi(port, 'GET', '/api/health')).status).toBe(200)
})

test('a directory is unlocked after its server was killed', async () => {
  const dataDir = await copy()
  const first = await serve(dataDir)
  rmSync(join(dataDir, '.coffer.lock'))
  await first.end('SIGKILL')
  expect((await askApi((await serve(dataDir)).port, 'GET', '/api/health')).status).toBe(200)
})

test('SIGUSR1 neither opens the inspector nor stops the server', async () => {
  const dataDir = await copy()
  const server = await serve(dataDir)
  for (let turn = 0; turn < 3; turn += 1) {
    server.signal('SIGUSR1')
    expect((await askApi(server.port, 'GET', '/api/health')).status).toBe(200)
  }
  expect(server.output()).not.toContain('Debugger listening')
  expect((await server.end('SIGTERM')).status).toBe(0)
})
