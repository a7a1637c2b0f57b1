import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cofferPath, runCoffer, startCoffer } from '../../../test/harness/coffer.ts'
import { copySample } from '../../../test/harness/copySample.ts'
import { queryDatabase } from '../../../test/harness/queryDatabase.ts'
import { scratchDir } from '../../../test/harness/scratchDir.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(scratchDir, 'coffer-cli-'))
})
afterAll(() => rm(folder, { recursive: true }))

const run = (...args: string[]) => runCoffer(args, { cwd: folder })

test.each([['--version'], ['--help'], ['serve', '--help']])(
  '%s %s prints its information without touching the disk',
  async (...args) => {
    const { status, stdout } = await run(...args.filter(Boolean))
    expect(status).toBe(0)
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$|^Usage: coffer/)
    expect(existsSync(join(folder, 'pb_data'))).toBe(false)
  },
)

test.each([
  ['an unknown command', ['nope'], "unknown command 'nope'"],
  ['a bad address', ['serve', '--http', '8090x'], '"8090x" is not a valid address.'],
  ['a port beyond all ports', ['serve', '--http', '127.0.0.1:65536'], 'a port from 0 to 65535'],
  ['HTTPS without a certificate', ['serve', '--https', '127.0.0.1:443'], 'HTTPS needs a certificate. Name your domain'],
  ['a certificate without a key', ['serve', '--https', ':443', '--certificate', 'c.pem'], 'Pass both, or neither.'],
  [
    'a certificate without HTTPS',
    ['serve', '--certificate', 'c.pem', '--key', 'k.pem'],
    'A certificate needs an address of HTTPS.',
  ],
  ['an invalid domain', ['serve', 'https://example.com'], 'Write the name alone, without https://, port or path.'],
  ['an unknown version for a host', ['serve', '--dialects', 'a.example=0.30'], 'a host without a port, and a version'],
  ['a time that is none', ['serve', '--queryTimeout', 'soon'], 'whole seconds'],
  ['an unknown option', ['serve', '--nope'], "unknown option '--nope'"],
])('%s exits with status 1 and an error message', async (_, args, message) => {
  const { status, stderr } = await run(...args)
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)])
  expect(stderr).not.toContain('    at ')
})

test('exits with status 1 and an error message if the data directory is a file', async () => {
  await writeFile(join(folder, 'file'), '')
  const { status, stderr } = await run('serve', '--dir', 'file', '--http', '127.0.0.1:0')
  expect([status, stderr]).toEqual([1, expect.stringContaining('file is no directory. Choose another with --dir.')])
})

test('exits with status 1 and an error message for a damaged database, and does not change it', async () => {
  const { status, stderr } = await runCoffer(['serve', '--http', '127.0.0.1:0', '--dir', await brokenDirectory()])
  expect([status, stderr]).toEqual([1, expect.stringContaining('is not a database')])
  expect(stderr).not.toContain('    at ')
})

async function brokenDirectory() {
  const dir = await mkdtemp(join(folder, 'broken-'))
  await writeFile(join(dir, 'data.db'), 'this is no database at all, though long enough to look like a file')
  return dir
}

test('exits with status 1 and a suggestion if the port is in use', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' ? address?.port : 0
  const { status, stderr } = await run('serve', '--dir', 'other', '--http', `127.0.0.1:${port}`)
  taken.close()
  expect([status, stderr]).toEqual([1, expect.stringContaining(`127.0.0.1:${port} is in use by another program.`)])
})

test('creates, updates and deletes admins, except the last one', async () => {
  const password = 'long-enough-1'
  const rows = () => queryDatabase(join(folder, 'admins'), 'data', 'SELECT email, tokenKey FROM _admins ORDER BY email')
  const admin = (...args: string[]) => run('--dir', 'admins', 'admin', ...args)
  expect(await admin('create', 'a@magazine.example', password)).toMatchObject({ status: 0 })
  expect(await run('admin', 'create', 'b@magazine.example', password, '--dir=admins')).toMatchObject({ status: 0 })
  const before = rows()
  // The words of a script that was written for PocketBase 0.23 or later.
  const upsert = (email: string) => run('superuser', 'upsert', email, 'long-enough-2', '--dir=admins')
  expect(await upsert('a@magazine.example')).toMatchObject({ status: 0, stdout: expect.stringContaining('Changed the password') })
  expect(rows()[0]?.[1]).not.toBe(before[0]?.[1])
  expect(rows()[1]).toEqual(before[1])
  const refused: [string[], string][] = [
    [['create', 'a@magazine.example', password], 'Admin email already exists.'],
    [['create', 'nonsense', password], 'Must be a valid email address.'],
    [['create', 'c@magazine.example', 'short'], 'The length must be between 10 and 72.'],
    [['update', 'a@magazine.example', 'é'.repeat(37)], 'The length must be between 10 and 72.'],
    [['update', 'nobody@magazine.example', password], 'There is no administrator nobody@magazine.example.'],
  ]
  for (const [args, message] of refused) {
    expect(await admin(...args)).toMatchObject({ status: 1, stderr: expect.stringContaining(message) })
  }
  expect(await admin('delete', 'nobody@magazine.example')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('There is no'),
  })
  expect(await admin('delete', 'a@magazine.example')).toMatchObject({ status: 0 })
  expect(await upsert('c@magazine.example')).toMatchObject({ status: 0, stdout: expect.stringContaining('Created') })
  expect(await admin('delete', 'c@magazine.example')).toMatchObject({ status: 0 })
  expect(await admin('delete', 'b@magazine.example')).toMatchObject({ status: 1, stderr: expect.stringContaining('last') })
  expect(rows()).toEqual([before[1]])
})

test('a server responds from its threads, and on SIGTERM stores its log, checkpoints its databases and exits', async () => {
  const { dataDir, remove } = await copySample('magazine')
  const link = join(folder, 'linked')
  await symlink(cofferPath, link)
  const server = await startCoffer(dataDir, ['--origins', 'https://app.example, https://*.magazine.example'], {
    program: link,
    env: { ...process.env, COFFER_DIALECTS: '127.0.0.1=today' },
  })
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { Origin: 'https://www.magazine.example' } })
  expect((await ask('/api/collections/posts/records/post00000000001')).status).toBe(200)
  const missing = await ask('/api/nothing')
  expect(missing.headers.get('access-control-allow-origin')).toBe('https://www.magazine.example')
  expect(await missing.json()).toHaveProperty('status', 404)
  const { status, stdout, stderr } = await server.end('SIGTERM')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain(`http://127.0.0.1:${server.port}/_/`)
  expect(queryDatabase(dataDir, 'logs', "SELECT count(*) FROM _logs WHERE message LIKE '%/api/nothing'")).toEqual([[1]])
  expect(await readdir(dataDir)).not.toContain('data.db-wal')
  await remove()
})

test('a server that cannot read its settings says so and uses the defaults', async () => {
  const { dataDir, remove } = await copySample('encrypted')
  const server = await startCoffer(dataDir, ['--encryptionEnv', 'NO_SUCH_KEY'])
  expect((await fetch(`http://127.0.0.1:${server.port}/api/health`)).status).toBe(200)
  expect(server.output()).toContain('Warning: the stored settings cannot be read')
  expect((await server.end('SIGINT')).status).toBe(0)
  await remove()
})
