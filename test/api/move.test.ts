import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cofferPath, runCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { dumpDatabase } from '../harness/dumpDatabase.ts'
import { isLongRun } from '../harness/isLongRun.ts'
import { createLargeDirectory } from '../harness/largeDirectory.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { scratchDir } from '../harness/scratchDir.ts'

let postgres: PostgresServer
let folder: string
const copies: SampleCopy[] = []

beforeAll(async () => {
  postgres = await openPostgres()
  folder = await mkdtemp(join(scratchDir, 'coffer-move-'))
})
afterAll(async () => {
  await postgres?.close()
  for (const { remove } of copies) await remove()
  await rm(folder, { recursive: true, force: true })
})

async function kept(copy: Promise<SampleCopy>): Promise<string> {
  copies.push(await copy)
  return (await copy).dataDir
}

let directories = 0
const newDirectory = (): string => join(folder, `${++directories}`)

const move = (from: string, to: string, dir: string, ...more: string[]) =>
  runCoffer(['move', '--from', from, '--to', to, '--dir', dir, ...more])

const maxMoves = 5

/**
 * Starts a move to a new target and kills it as soon as its output contains a text. Returns the target. A move can end before the
 * signal arrives on a busy machine, so it starts another one then.
 */
async function killMove(from: string, newTarget: () => string | Promise<string>, dir: string, text: string): Promise<string> {
  for (let turn = 0; turn < maxMoves; turn += 1) {
    const to = await newTarget()
    const child = spawn(cofferPath, ['move', '--from', from, '--to', to, '--dir', dir], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'close')
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (printed: string) => {
      output += printed
      if (output.includes(text)) child.kill('SIGKILL')
    })
    const [, signal] = await ended
    expect(output).toContain(text)
    if (signal === 'SIGKILL') return to
  }
  throw new Error(`${maxMoves} moves ended before they were killed.`)
}

const recordsIn = (dataDir: string) => dumpDatabase(join(dataDir, 'data.db'))

/** A move of fewer records could be over before it is killed. */
const records = isLongRun ? 100_000 : 30_000

describe('coffer move', () => {
  test('carries many records to PostgreSQL and back, although both moves are killed', async () => {
    const from = await kept(createLargeDirectory(records))
    const before = recordsIn(from)
    const address = await killMove(from, postgres.createDatabase, from, 'items: ')
    const refused = await runCoffer(['serve', '--database', address, '--dir', from, '--http', '127.0.0.1:0'])
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('Run coffer move again')])
    const there = await move(from, address, from)
    expect(there).toMatchObject({ status: 0, stderr: '' })
    expect(there.stdout).toMatch(new RegExp(`items +${records} +${records} {2}equal`))

    const to = await killMove(address, newDirectory, from, 'items: ')
    const alsoRefused = await runCoffer(['serve', '--dir', to, '--http', '127.0.0.1:0'])
    expect([alsoRefused.status, alsoRefused.stderr]).toEqual([1, expect.stringContaining('Run coffer move again')])
    expect(await move(address, to, from)).toMatchObject({ status: 0, stderr: '' })
    const after = recordsIn(to)
    expect(after.objects).toEqual(before.objects)
    expect(after.columns).toEqual(before.columns)
    const items = (dump: typeof before) => dump.rows.find(([table]) => table === 'items')?.[1] as Record<string, unknown>[]
    expect(items(after)).toHaveLength(records)
    // What only older servers store has become what the API returned for it.
    const [, second, , , , sixth] = items(after)
    expect(second).toMatchObject({ '@row': 4n, data: '"not JSON 2"', tags: '[]', title: 'Item "2" \\ été' })
    expect(sixth).toMatchObject({ '@row': 12n, price: 6 / 7 })
    const server = await startCoffer(to)
    const response = await fetch(
      `http://127.0.0.1:${server.port}/api/collections/items/records?filter=price>${(records - 5) / 7}&fields=title`,
    )
    expect(((await response.json()) as { totalItems: number }).totalItems).toBe(5)
    await server.end('SIGTERM')
  }, 300_000)

  test('carries encrypted settings and files to another directory and back', async () => {
    const from = await kept(copySample('encrypted'))
    const path = join('storage', 'users', 'record', 'a.txt')
    await mkdir(join(from, path, '..'), { recursive: true })
    await writeFile(join(from, path), 'a file')
    const address = await postgres.createDatabase()
    const [files, to] = [newDirectory(), newDirectory()]
    const withoutKey = await move(from, address, files)
    expect([withoutKey.status, withoutKey.stderr]).toEqual([1, expect.stringContaining('they are encrypted')])
    const env = { ...process.env, SAMPLE_KEY: '0123456789abcdefghijklmnopqrstuv' }
    const withKey = (...places: string[]) => runCoffer(['move', '--encryptionEnv', 'SAMPLE_KEY', ...places], { env })
    expect(await withKey('--from', from, '--to', address, '--dir', files)).toMatchObject({ status: 0, stderr: '' })
    expect(await readFile(join(files, path), 'utf8')).toBe('a file')
    const back = await withKey('--from', address, '--to', to, '--dir', files)
    expect(back).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('1 files with 6 bytes') })
    expect(await readFile(join(to, path), 'utf8')).toBe('a file')
    expect(recordsIn(to)).toEqual(recordsIn(from))
  }, 120_000)

  test('names tables and columns that belong to no collection', async () => {
    const from = await kept(
      copySample('fresh', [{ sql: 'CREATE TABLE notes (a TEXT); ALTER TABLE users ADD COLUMN extra TEXT' }]),
    )
    const { status, stderr } = await move(from, await postgres.createDatabase(), from)
    expect([status, stderr]).toEqual([0, expect.stringContaining('"notes" belongs to no collection')])
    expect(stderr).toContain('The column "extra" of "users" belongs to no field')
  })
})

describe('coffer move rejects', () => {
  test.each([
    ['two directories', ['a', 'b'], 'One of --from and --to must be a directory'],
    ['a directory without data', ['/dev/shm', 'postgres://nobody@127.0.0.1:1/x'], 'has no data.db'],
  ])('%s', async (_, [from = '', to = ''], message) => {
    const { status, stderr } = await move(from, to, newDirectory())
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)])
  })

  test('texts that PostgreSQL cannot store, with the names of their records, before it writes anything', async () => {
    const from = await kept(
      copySample('fresh', [
        {
          sql: "INSERT INTO users (id, username, tokenKey, passwordHash, name) VALUES ('user00000000001', 'a', 'a', 'a', 'x' || char(0))",
        },
      ]),
    )
    const address = await postgres.createDatabase()
    const { status, stderr } = await move(from, address, from)
    expect(status).toBe(1)
    expect(stderr).toContain('users, record user00000000001: name has a text with the character NUL.')
    await expect(postgres.execute(address, 'SELECT 1 FROM _coffer_move')).rejects.toThrow('does not exist')
  })

  test('a view that PostgreSQL cannot run, with the name of its collection, and continues once it is changed', async () => {
    const view = (query: string) =>
      `INSERT OR REPLACE INTO _collections (id, name, type, options) VALUES ('codes0000000001', 'codes', 'view', json_object('query', '${query}'));
       DROP VIEW IF EXISTS codes; CREATE VIEW codes AS ${query}`
    const from = await kept(copySample('fresh', [{ sql: view('SELECT id, randomblob(4) AS code FROM users') }]))
    const address = await postgres.createDatabase()
    const { status, stderr } = await move(from, address, from)
    expect([status, stderr]).toEqual([1, expect.stringContaining('The view collection "codes" cannot be moved')])
    const database = new DatabaseSync(join(from, 'data.db'))
    database.exec(view('SELECT id, username AS code FROM users'))
    database.close()
    expect(await move(from, address, from)).toMatchObject({ status: 0, stderr: '' })
  })

  test('a database that is not empty, and a directory that has data', async () => {
    const from = await kept(copySample('fresh'))
    const address = await postgres.createDatabase()
    await move(from, address, from)
    const again = await move(from, address, from)
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('is not empty')])
    const back = await move(address, from, from)
    expect([back.status, back.stderr]).toEqual([1, expect.stringContaining('it has data.db')])
  })

  test('a directory that a server uses', async () => {
    const from = await kept(copySample('fresh'))
    const server = await startCoffer(from)
    const { status, stderr } = await move(from, await postgres.createDatabase(), newDirectory())
    expect([status, stderr]).toEqual([1, expect.stringContaining('Another server runs on')])
    await server.end('SIGTERM')
  })

  test('a database that a server uses', async () => {
    const dir = newDirectory()
    const address = await postgres.createDatabase()
    const server = await startCoffer(dir, ['--database', address])
    const { status, stderr } = await move(address, newDirectory(), newDirectory())
    expect([status, stderr]).toEqual([1, expect.stringContaining('Another server runs on this database')])
    await server.end('SIGTERM')
  })

  test('an unreachable database, without printing its password', async () => {
    const from = await kept(copySample('fresh'))
    const { status, stdout, stderr } = await move(from, 'postgres://nobody:secret-word@127.0.0.1:1/x', from)
    expect([status, stderr]).toEqual([1, expect.stringContaining("Couldn't connect to PostgreSQL")])
    expect(stdout + stderr).not.toContain('secret-word')
  })
})
