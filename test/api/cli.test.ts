import { chmod, cp, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { type CofferOptions, cofferPath, directoryOptions, type Ending, runCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, databaseOfRun, type SampleName } from '../harness/copySample.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'
import { scratchDir } from '../harness/scratchDir.ts'
import { signToken } from '../harness/signToken.ts'

/** A server waits ten seconds for a locked database. This wait runs in parallel with the other tests. */
async function serveHeldDirectory(): Promise<Ending> {
  const { dataDir, remove } = await copySample('fresh', [], 'sqlite')
  using other = new DatabaseSync(join(dataDir, 'data.db'))
  other.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
  const ending = await runCoffer(['serve', '--http', '127.0.0.1:0', '--dir', dataDir])
  await remove()
  return ending
}

let folder = ''
let heldDirectory: Promise<Ending>
beforeAll(async () => {
  heldDirectory = serveHeldDirectory()
  folder = await mkdtemp(join(scratchDir, 'coffer-test-'))
})
afterAll(async () => {
  await heldDirectory
  await rm(folder, { recursive: true, force: true })
})

const emptyFolder = (): Promise<string> => mkdtemp(join(folder, 'a folder with spaces '))

async function copy(sample: SampleName, database = databaseOfRun()): Promise<string> {
  const { dataDir, remove } = await copySample(sample, [], database)
  onTestFinished(remove)
  return dataDir
}

async function serve(dataDir: string, args: string[] = [], options: CofferOptions = {}) {
  const coffer = await startCoffer(dataDir, args, options)
  onTestFinished(async () => {
    await coffer.end('SIGKILL')
  })
  return coffer
}

/** Asserts that stderr explains the problem and the solution, without a stack trace. */
function assertReadableError(stderr: string, ...parts: string[]) {
  for (const part of parts) expect(stderr).toContain(part)
  expect(stderr).not.toMatch(/\n {4}at |node:internal|ERR_/)
}

describe('an unusable data directory', () => {
  test('a data directory below a file is rejected', async () => {
    const dir = await emptyFolder()
    await writeFile(join(dir, 'file'), '')
    for (const args of [
      ['serve', '--http', '127.0.0.1:0'],
      ['admin', 'create', 'a@magazine.example', 'long-enough-1'],
    ]) {
      const { status, stderr } = await runCoffer([...args, '--dir', join(dir, 'file/pb_data')])
      expect(status).toBe(1)
      assertReadableError(stderr, `${dir}/file/pb_data is no directory`, '--dir')
    }
  })

  test('a data directory with a data.db that is not a database is rejected and not changed', async () => {
    const dataDir = await copy('fresh', 'sqlite')
    await writeFile(join(dataDir, 'data.db'), 'this is a letter to my aunt '.repeat(200))
    const { status, stderr } = await runCoffer(['serve', '--http', '127.0.0.1:0', '--dir', dataDir])
    expect(status).toBe(1)
    assertReadableError(stderr, join(dataDir, 'data.db'), 'is not a database')
  })

  test('an option without a value is rejected', async () => {
    const { status, stderr } = await runCoffer(['serve', '--dir'])
    expect(status).toBe(1)
    assertReadableError(stderr, "option '--dir <path>' argument missing", 'coffer --help')
  })
})

describe('the Node that bin/coffer runs on', () => {
  const clone = { home: '', main: 'packages/server/cli/main.ts', npmNode: 'node_modules/.bin/node' }
  const localPackage = { home: 'node_modules/coffer', main: 'dist/server/main.js', npmNode: 'node_modules/.bin/node' }
  const globalPackage = { ...localPackage, npmNode: 'node_modules/coffer/node_modules/.bin/node' }

  /** Returns a copy of `bin/coffer` that prints which Node it starts, with a Node of this version in the PATH. */
  const copyCoffer = async ({ home, main }: typeof clone, version: string): Promise<CofferOptions & { cwd: string }> => {
    const cwd = await emptyFolder()
    const program = join(cwd, home, 'bin/coffer')
    await mkdir(dirname(program), { recursive: true })
    await cp(cofferPath, program)
    await writeProgram(join(cwd, home, main), '')
    await writeProgram(
      join(cwd, 'path/node'),
      `#!/bin/sh\nif [ "$1" = -p ]; then echo ${version}; else echo the PATH; for last; do :; done; echo $last; fi\n`,
    )
    return { program, cwd, env: { PATH: `${join(cwd, 'path')}:/usr/bin:/bin` } }
  }

  const writeProgram = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
    await chmod(path, 0o755)
  }

  describe.each([
    ['in a clone', clone, 'npm ci'],
    ['in a package of a project', localPackage, 'install Coffer again'],
    ['in a global package', globalPackage, 'install Coffer again'],
  ])('%s', (_, place, solution) => {
    test('is the one that npm has installed', async () => {
      const options = await copyCoffer(place, '26')
      await writeProgram(join(options.cwd, place.npmNode), '#!/bin/sh\necho npm\n')
      expect(await runCoffer([], options)).toMatchObject({ status: 0, stdout: 'npm\n' })
    })

    test('is the one in the PATH if npm has installed none, or one that does not run here', async () => {
      const options = await copyCoffer(place, '26')
      const ending = { status: 0, stdout: `the PATH\n${join(await realpath(options.cwd), place.home, place.main)}\n` }
      expect(await runCoffer([], options)).toMatchObject(ending)
      await writeProgram(join(options.cwd, place.npmNode), '#!/lib/no-such-loader\n')
      expect(await runCoffer([], options)).toMatchObject(ending)
    })

    test('must be new enough, otherwise the error says how to get it', async () => {
      const { status, stderr } = await runCoffer([], await copyCoffer(place, '24'))
      expect([status, stderr]).toEqual([1, expect.stringMatching(new RegExp(`needs Node 26 or newer.*${solution}`))])
    })
  })
})

describe('the working directory', () => {
  test('the command works in any directory, through nested symbolic links, without npm and node in the PATH', async () => {
    const cwd = await emptyFolder()
    await symlink(cofferPath, join(cwd, 'first'))
    await symlink('first', join(cwd, 'second'))
    const options = { program: join(cwd, 'second'), cwd, env: { PATH: '/usr/bin:/bin' } }
    const { status, stdout } = await runCoffer(['--version'], options)
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
    const made = await runCoffer(['admin', 'create', 'a@magazine.example', 'long-enough-1'], options)
    expect([made.status, made.stderr]).toEqual([0, ''])
    expect(await readdir(join(cwd, 'pb_data'))).toEqual(['data.db'])
  })

  test('the server serves the pb_public folder of its working directory', async () => {
    const cwd = await emptyFolder()
    await mkdir(join(cwd, 'pb_public'))
    await writeFile(join(cwd, 'pb_public/index.html'), 'my own page')
    const { port } = await serve('pb_data', [], { cwd })
    expect((await askApi(port, 'GET', '/some/route')).text).toBe('my own page')
    expect(await readdir(cwd)).toEqual(['pb_data', 'pb_public'])
  })

  test('the server serves pb_public beside the data directory, before public, if its working directory has none', async () => {
    const [cwd, app] = [await emptyFolder(), await emptyFolder()]
    for (const name of ['pb_public', 'public']) {
      await mkdir(join(app, name))
      await writeFile(join(app, name, 'index.html'), `from ${name}`)
    }
    const { port } = await serve(join(app, 'pb_data'), [], { cwd })
    expect((await askApi(port, 'GET', '/')).text).toBe('from pb_public')
  })
})

describe('options', () => {
  test('options work before and after the command name', async () => {
    const dataDir = await copy('magazine')
    const pages = await emptyFolder()
    await writeFile(join(pages, 'index.html'), 'another page')
    const options = ['--publicDir', pages, '--indexFallback=false', '--origins', 'https://a.example', '--dev', '--queryTimeout=5']
    const coffer = await serve(dataDir, options)
    expect((await askApi(coffer.port, 'GET', '/')).text).toBe('another page')
    expect((await askApi(coffer.port, 'GET', '/some/route')).status).toBe(404)
    const allowed = async (Origin: string) =>
      (await askApi(coffer.port, 'GET', '/api/health', { headers: { Origin } })).headers.get('access-control-allow-origin')
    expect([await allowed('https://a.example'), await allowed('https://b.example')]).toEqual(['https://a.example', null])
    await expect.poll(coffer.output).toContain('GET /some/route')
    const title = 'a title that nobody reads'
    await askApi(coffer.port, 'POST', '/api/collections/scratch/records', { body: { t: title } })
    await askApi(coffer.port, 'GET', `/api/collections/scratch/records?filter=${encodeURIComponent(`t='${title}'`)}`)
    await expect.poll(coffer.output).toMatch(/^\[sql\] writer \d+\.\d\d ms INSERT INTO [`"]scratch[`"] .*VALUES \([?$\d, ]+\)$/m)
    await expect
      .poll(coffer.output)
      .toMatch(/^\[sql\] reader \d+\.\d\d ms SELECT .* FROM [`"]scratch[`"] .*[`"]t[`"] (?:COLLATE "C" )?= (?:\?|\$1)/m)
    expect(coffer.output().match(/^\[sql\].*title that/m)).toBeNull()
    const made = await runCoffer([
      ...directoryOptions(dataDir),
      'admin',
      '--dev',
      'create',
      'c@magazine.example',
      'long-enough-1',
    ])
    expect([made.status, made.stderr, made.stdout]).toEqual([0, '', expect.stringContaining('[sql] admin ')])
    expect(queryDatabase(dataDir, 'data', 'SELECT email FROM _admins').flat()).toContain('c@magazine.example')
  })

  test('the key in the environment variable decrypts the stored settings', async () => {
    const key = { SAMPLE_KEY: '0123456789abcdefghijklmnopqrstuv' }
    const options = { env: { ...process.env, ...key } }
    const coffer = await serve(await copy('encrypted'), ['--encryptionEnv', 'SAMPLE_KEY'], options)
    const body = { identity: 'editor@magazine.example', password: 'magazine-admin-1' }
    const { json } = await askApi(coffer.port, 'POST', '/api/admins/auth-with-password', { body })
    const settings = await askApi(coffer.port, 'GET', '/api/settings', { token: String(json.token) })
    expect(settings.json).toMatchObject({ meta: { appName: 'Encrypted Magazine' } })
    expect(coffer.output()).not.toMatch(/Warning|0123456789abcdef/)
  })
})

test('an invalid encryption key is rejected, and a missing one is reported', async () => {
  const dataDir = await copy('fresh')
  const args = ['serve', '--http', '127.0.0.1:0', '--dir', dataDir, '--encryptionEnv', 'SAMPLE_KEY']
  const refused = await runCoffer(args, { env: { ...process.env, SAMPLE_KEY: 'too-short-a-key' } })
  expect(refused.status).toBe(1)
  assertReadableError(refused.stderr, 'SAMPLE_KEY', '32 characters, not 15')
  expect(refused.stderr).not.toContain('too-short-a-key')
  const coffer = await serve(dataDir, ['--encryptionEnv', 'SAMPLE_KEY'])
  expect(coffer.output()).toContain('SAMPLE_KEY is not set')
})

describe('admin commands while a server runs', () => {
  const identity = { identity: 'editor@magazine.example', password: 'magazine-admin-2000' }

  test("a new password for an admin ends the admin's sessions, and an admin can be deleted", async () => {
    const dataDir = await copy('magazine')
    const { port } = await serve(dataDir)
    const token = signToken(dataDir, 'auth', 'admin')
    const list = async (of: string) => (await askApi(port, 'GET', '/api/admins', { token: of })).status
    expect(await list(token)).toBe(200)
    const run = (...args: string[]) => runCoffer(['admin', ...args, ...directoryOptions(dataDir)])
    expect(await run('update', identity.identity, identity.password)).toMatchObject({ status: 0, stderr: '' })
    // The server looks for changes of other programs every 100 ms, and later on a busy machine.
    await expect.poll(() => list(token)).toBe(401)
    const signedIn = await askApi(port, 'POST', '/api/admins/auth-with-password', { body: identity })
    expect(await list(String(signedIn.json.token))).toBe(200)
    expect(await run('delete', identity.identity)).toMatchObject({ status: 0, stderr: '' })
    await expect.poll(() => list(String(signedIn.json.token))).toBe(401)
    const last = await run('delete', 'second@magazine.example')
    expect(last.status).toBe(1)
    assertReadableError(last.stderr, 'second@magazine.example', 'last')
  })

  test('creating an admin does not affect uploads in progress', async () => {
    const dataDir = await copy('magazine')
    const { port } = await serve(dataDir)
    const [start, rest] = [
      '--x\r\nContent-Disposition: form-data; name="f1"; filename="a.txt"\r\n\r\nthe first half, ',
      'the second half\r\n--x--\r\n',
    ]
    const { promise: answered, resolve, reject } = Promise.withResolvers<number | undefined>()
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': start.length + rest.length }
    const sending = request(
      { port, host: '127.0.0.1', method: 'POST', path: '/api/collections/scratch/records', headers },
      response => {
        response.resume().on('end', () => resolve(response.statusCode))
      },
    )
    sending.on('error', reject)
    sending.write(start)
    const uploads = () => readdir(join(dataDir, '.pb_temp_to_delete')).catch(() => [])
    await expect.poll(uploads).toHaveLength(1)
    const made = await runCoffer(['admin', 'create', 'c@magazine.example', 'long-enough-1', ...directoryOptions(dataDir)])
    expect([made.status, made.stderr]).toEqual([0, ''])
    expect(await uploads()).toHaveLength(1)
    sending.end(rest)
    expect(await answered).toBe(200)
  })
})

test('a database locked by another program ends the start with status 1 and a solution', async () => {
  const { status, stderr } = await heldDirectory
  expect(status).toBe(1)
  assertReadableError(stderr, 'another program has locked', 'data.db', 'Stop that program')
})

test('a second server on the same directory is rejected, and the first keeps running', async () => {
  const dataDir = await copy('fresh')
  const first = await serve(dataDir)
  const { status, stderr } = await runCoffer(['serve', '--http', '127.0.0.1:0', ...directoryOptions(dataDir)])
  expect(status).toBe(1)
  assertReadableError(stderr, 'Another server runs on', dataDir, '--dir')
  expect((await askApi(first.port, 'GET', '/api/health')).status).toBe(200)
  await first.end('SIGKILL')
  await serve(dataDir)
})

test('hooks beside the data directory run, and a folder of hooks that is missing ends the start', async () => {
  const dataDir = await copy('magazine')
  await mkdir(join(dataDir, '../hooks'))
  const hook =
    "import { onRecord } from 'coffer'\nonRecord('scratch', { beforeCreate: ({ input }) => { input.t = 'from a hook' } })\n"
  await writeFile(join(dataDir, '../hooks/scratch.ts'), hook)
  const { port } = await serve(dataDir)
  const { status, json } = await askApi(port, 'POST', '/api/collections/scratch/records', { body: { t: 'x' } })
  expect([status, json.t]).toEqual([200, 'from a hook'])
  const missing = await runCoffer(['serve', '--hooks', join(dataDir, '../none'), ...directoryOptions(dataDir)])
  expect(missing.status).not.toBe(0)
  assertReadableError(missing.stderr, '--hooks', 'There is no such folder.')
})
