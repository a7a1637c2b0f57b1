import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { chmod, copyFile, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, type TestContext, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { runCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'
import { scratchDir } from '../harness/scratchDir.ts'

/** The user that owns no files. */
const nobody = 65_534

/** Skips a test unless it may run programs as another user. */
function requireRoot(context: TestContext) {
  context.skip(process.getuid?.() !== 0, 'only root can run programs as another user')
}

/** A copy of Node that every user may run. The repository can be in a folder that only its owner may enter. */
let node: string
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(scratchDir, 'coffer-node-'))
  await chmod(folder, 0o755)
  // Messages that name the program have to shorten this path.
  const home = join(folder, 'long'.repeat(50))
  await mkdir(home)
  node = join(home, 'node')
  await copyFile(process.execPath, node)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a script of Node as another user and returns what it prints. */
async function runAsNobody(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)(node, ['-e', script], { uid: nobody, gid: nobody, cwd: '/' })
  return stdout.trim()
}

/** Starts a script of Node and waits until it prints something. Ends it with the test. */
async function startScript(script: string, user?: number) {
  const identity = user === undefined ? {} : { uid: user, gid: user }
  const child = spawn(node, ['-e', script], { ...identity, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  const [printed] = await once(child.stdout, 'data')
  return { pid: child.pid, printed: String(printed).trim() }
}

const holdSharedLock = (path: string) => `
  const { DatabaseSync } = require('node:sqlite')
  try {
    const database = new DatabaseSync(${JSON.stringify(path)}, { readOnly: true })
    database.exec('BEGIN; SELECT * FROM sqlite_schema')
    console.log('locked')
    setInterval(() => database.isOpen, 1000)
  } catch (error) { console.log(error.message) }`

async function serve(dataDir: string, args: string[] = []) {
  const server = await startCoffer(dataDir, args)
  onTestFinished(async () => void (await server.end('SIGKILL')))
  return server
}

/** Lists the modes of a folder and everything in it, such as `700 storage`. */
function modesIn(folder: string): string[] {
  return ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].map(name => {
    const { mode } = statSync(join(folder, name))
    return `${(mode & 0o777).toString(8)} ${name}`
  })
}

test('no other user can read what a server creates: its directory, databases, files, backups and logs', async () => {
  const parent = mkdtempSync(join(scratchDir, 'coffer-test-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const dataDir = join(parent, 'new/pb_data')
  const created = await runCoffer(['admin', 'create', 'a@b.example', 'password-1', '--dir', dataDir])
  expect(created).toMatchObject({ status: 0 })
  const { port } = await serve(dataDir)
  const signIn = { body: { identity: 'a@b.example', password: 'password-1' } }
  const { token } = (await askApi(port, 'POST', '/api/admins/auth-with-password', signIn)).json as { token: string }
  const schema = [{ name: 'paper', type: 'file', options: { maxSelect: 1, maxSize: 1000 } }]
  await askApi(port, 'POST', '/api/collections', { token, body: { name: 'papers', type: 'base', schema } })
  const form = new FormData()
  form.set('paper', new File(['text'], 'a.txt'))
  expect((await askApi(port, 'POST', '/api/collections/papers/records', { token, body: form })).status).toBe(200)
  expect((await askApi(port, 'POST', '/api/backups', { token, body: { name: 'b.zip' } })).status).toBe(204)
  const modes = modesIn(dataDir)
  expect(modes).toEqual(expect.arrayContaining(['700 .', '700 storage', '700 backups', '600 backups/b.zip', '600 .coffer.lock']))
  for (const name of ['data.db', 'data.db-wal', 'data.db-shm', 'logs.db', 'logs.db-wal', 'logs.db-shm'])
    expect(modes).toContain(`600 ${name}`)
  expect(modes.filter(line => !/^[67]00 /.test(line))).toEqual([])
  expect(statSync(join(parent, 'new')).mode & 0o777).toBe(0o700)
})

test('a server keeps the modes of existing files and folders', async () => {
  const { dataDir, remove } = await copySample('magazine', [], 'sqlite')
  onTestFinished(remove)
  await chmod(dataDir, 0o755)
  for (const name of ['data.db', 'logs.db']) await chmod(join(dataDir, name), 0o640)
  await chmod(join(dataDir, 'storage'), 0o750)
  await serve(dataDir)
  expect(modesIn(dataDir)).toEqual(
    expect.arrayContaining(['755 .', '640 data.db', '640 data.db-wal', '640 logs.db', '750 storage', '600 .coffer.lock']),
  )
})

test('another user of the machine cannot keep a server from starting', async context => {
  requireRoot(context)
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  for (const folder of [dataDir, join(dataDir, '..')]) await chmod(folder, 0o755)
  expect(await runAsNobody(`console.log(require('node:fs').readdirSync(${JSON.stringify(dataDir)}).join())`)).toContain('data.db')
  const { dev, ino } = statSync(dataDir)
  // Earlier versions listened on this name.
  const squatting = `require('node:net').createServer().listen('\\0coffer-${dev}-${ino}', () => console.log('listening'))`
  expect(await startScript(squatting, nobody)).toMatchObject({ printed: 'listening' })
  const first = await serve(dataDir)
  const lock = join(dataDir, '.coffer.lock')
  expect(await runAsNobody(holdSharedLock(lock))).toMatch(/^unable to open database file/)
  await first.end('SIGKILL')
  expect(await runAsNobody(holdSharedLock(lock))).toMatch(/^unable to open database file/)
  expect((await askApi((await serve(dataDir)).port, 'GET', '/api/health')).status).toBe(200)
})

test('a lock file that is left over with another mode becomes private with the next start', async () => {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const lock = join(dataDir, '.coffer.lock')
  await (await serve(dataDir)).end('SIGKILL')
  await chmod(lock, 0o644)
  await serve(dataDir)
  expect(statSync(lock).mode & 0o777).toBe(0o600)
})

test('a start that fails because of the lock names the process that holds it', async context => {
  context.skip(process.platform !== 'linux', 'only Linux lists the locks of files')
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const server = await serve(dataDir)
  const failed = (pid: number | undefined, command: string) =>
    expect(startCoffer(dataDir)).rejects.toThrow(
      new RegExp(
        `status 1: .*Another server runs on ${dataDir}: process ${pid} \\(\\S*node ${command}\\)\\. Stop that one first`,
      ),
    )
  await failed(server.pid, '\\S+main\\.[jt]s serve')
  await server.end('SIGKILL')

  // The lock file of a killed server is still there, and another program locks it.
  const other = await startScript(holdSharedLock(join(dataDir, '.coffer.lock')))
  expect(other.printed).toBe('locked')
  await failed(other.pid, 'const .*')
})

test('two servers cannot open one directory, by whatever path they reach it', async () => {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  await serve(dataDir)
  const link = `${dataDir}-link`
  await symlink(dataDir, link)
  onTestFinished(() => rmSync(link))
  const { status, stderr } = await runCoffer(['serve', '--dir', link, '--http', '127.0.0.1:0'])
  expect([status, stderr]).toEqual([1, expect.stringContaining('Another server runs on')])
  rmSync(join(dataDir, '.coffer.lock'))
  expect((await runCoffer(['serve', '--dir', link, '--http', '127.0.0.1:0'])).stderr).toContain('Another server runs on')
})
