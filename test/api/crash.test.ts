import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type ApiResponse, askApi } from '../harness/askApi.ts'
import { type RunningCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, databaseOfRun } from '../harness/copySample.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'
import { slowView, slowViewName } from '../harness/slowView.ts'
import { startServer } from '../harness/startServer.ts'

const records = '/api/collections/scratch/records'

/**
 * What a writer knows about its record: the last acknowledged change, and a change without a response, which may have been made.
 */
interface Promised {
  id: string
  n: number
  file: string | undefined
  isDeleted: boolean
  underWay: 'nothing' | 'update' | 'upload' | 'delete'
}

const contentOf = (n: number) => `the content of round ${n} `.repeat(500)

function upload(n: number): FormData {
  const form = new FormData()
  form.set('n', String(n))
  form.set('t', `round ${n}`)
  form.set('f1', new File([contentOf(n)], 'round.txt'))
  return form
}

function assertSuccess({ status, text, json }: ApiResponse) {
  if (status !== 200) throw new Error(`${status} ${text}`)
  return json as { id: string; n: number; f1: string }
}

/** Creates records in sequence, and changes and deletes some of them, until the server is killed. */
async function keepWriting(port: number, writer: number, promises: Promised[]): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const withFile = (turn + writer) % 2 === 0
    const n = writer * 1_000_000 + turn * 1000
    const made = assertSuccess(await askApi(port, 'POST', records, { body: withFile ? upload(n) : { n, t: `round ${n}` } }))
    const promised: Promised = { id: made.id, n, file: made.f1 || undefined, isDeleted: false, underWay: 'nothing' }
    promises.push(promised)
    for (let change = 1; change <= 4; change += 1) {
      const next = n + change
      promised.underWay = withFile ? 'upload' : 'update'
      const body = withFile ? upload(next) : { n: next, t: `round ${next}` }
      const changed = assertSuccess(await askApi(port, 'PATCH', `${records}/${made.id}`, { body }))
      Object.assign(promised, { n: next, file: changed.f1 || undefined, underWay: 'nothing' })
    }
    if (turn % 3 !== 0) continue
    promised.underWay = 'delete'
    await askApi(port, 'DELETE', `${records}/${made.id}`)
    Object.assign(promised, { isDeleted: true, underWay: 'nothing' })
  }
}

async function writeUntilKilled(coffer: RunningCoffer, milliseconds: number): Promise<Promised[]> {
  const promises: Promised[] = []
  const failures: unknown[] = []
  const writers = Array.from({ length: 8 }, (_, writer) =>
    keepWriting(coffer.port, writer, promises).catch(error => failures.push(error)),
  )
  while (promises.length === 0) await wait(5)
  await wait(milliseconds)
  expect(failures, 'failures before the end').toEqual([])
  await coffer.end('SIGKILL')
  await Promise.all(writers)
  return promises
}

function leftUploads(dataDir: string): string[] {
  const folder = join(dataDir, '.pb_temp_to_delete')
  return existsSync(folder) ? readdirSync(folder) : []
}

const integrityOf = (dataDir: string, db: 'data' | 'logs') => queryDatabase(dataDir, db, 'PRAGMA integrity_check').flat()

async function assertAcknowledgedState(port: number, promised: Promised): Promise<void> {
  const { status, json } = await askApi(port, 'GET', `${records}/${promised.id}`)
  if (promised.isDeleted) expect(status, 'what was deleted').toBe(404)
  if (promised.isDeleted || (promised.underWay === 'delete' && status === 404)) return
  expect(status, JSON.stringify(promised)).toBe(200)
  const possible = promised.underWay === 'nothing' || promised.underWay === 'delete' ? [promised.n] : [promised.n, promised.n + 1]
  expect(possible).toContain(json.n)
  expect(json.t).toBe(`round ${json.n}`)
  if (json.n === promised.n) expect(json.f1 || undefined).toBe(promised.file)
}

/** Asserts that every record with a file, acknowledged or not, has the file that matches its other values. */
async function assertMatchingFiles(port: number): Promise<number> {
  const { json } = await askApi(port, 'GET', `${records}?perPage=500&filter=${encodeURIComponent('f1 ~ "round_"')}`)
  const items = json.items as { id: string; n: number; f1: string }[]
  const responses = await Promise.all(items.map(({ id, f1 }) => askApi(port, 'GET', `/api/files/scratch/${id}/${f1}`)))
  for (const [index, { id, n }] of items.entries()) {
    expect(responses[index]?.status, `the file of ${id}`).toBe(200)
    expect(responses[index]?.text === contentOf(n), `the content of ${id} is that of its round`).toBe(true)
  }
  return items.length
}

describe('a server killed while it writes', () => {
  test.each([
    [1, 60, 250],
    [2, 250, 600],
    [3, 600, 1000],
  ])('a server killed while it writes loses no acknowledged change, run %i', async (_, soonest, latest) => {
    const { dataDir, remove } = await copySample('magazine')
    onTestFinished(remove)
    const moment = Math.round(soonest + Math.random() * (latest - soonest))
    const promises = await writeUntilKilled(await startCoffer(dataDir), moment)
    const again = await startServer({ dataDir })
    onTestFinished(again.stop)
    expect(leftUploads(dataDir), 'uploads that were under way').toEqual([])
    await Promise.all(promises.map(promised => assertAcknowledgedState(again.port, promised)))
    const files = await assertMatchingFiles(again.port)
    expect(integrityOf(dataDir, 'data')).toEqual(['ok'])
    expect(integrityOf(dataDir, 'logs')).toEqual(['ok'])
    const { status } = await askApi(again.port, 'POST', records, { body: upload(7) })
    expect(status, 'a new record').toBe(200)
    expect(promises.length + files, `answers within ${moment} ms`).toBeGreaterThan(0)
  })
})

/** Starts a request and resolves once the server has received its head. `finish` sends the second half of the body. */
async function begin(port: number, method: string, path: string, body?: FormData | Blob) {
  const source = new Response(body)
  const bytes = await source.bytes()
  const type = source.headers.get('Content-Type')
  const headers = { Expect: '100-continue', ...(type !== null && { 'Content-Type': type, 'Content-Length': bytes.length }) }
  const { promise: answered, resolve, reject } = Promise.withResolvers<number | undefined>()
  const sending = request({ port, host: '127.0.0.1', method, path, headers }, response => {
    response.resume().on('end', () => resolve(response.statusCode))
  })
  sending.on('error', reject).flushHeaders()
  await once(sending, 'continue')
  const half = bytes.length / 2
  if (half > 0) sending.write(bytes.subarray(0, half))
  return { answered, finish: () => sending.end(bytes.subarray(half)) }
}

/** Reads the database: a file of SQLite alone, without its write-ahead log. */
function readStored(dataDir: string, db: 'data' | 'logs', sql: string): unknown[] {
  if (databaseOfRun() === 'postgres') return queryDatabase(dataDir, db, sql).flat()
  using database = new DatabaseSync(new URL(`file://${join(dataDir, db)}.db?immutable=1`), { readOnly: true })
  return database
    .prepare(sql)
    .all()
    .map(row => Object.values(row)[0])
}

describe('a graceful stop', () => {
  // The server gives open requests three seconds, which can be too short on a very busy machine.
  test('a stopping server completes the open requests, leaves no write-ahead log and exits with status 0', {
    retry: 2,
  }, async () => {
    const { dataDir, remove } = await copySample('magazine', slowView(0.1))
    onTestFinished(remove)
    const coffer = await startCoffer(dataDir)
    // Sends the first, slower request before the measurement.
    assertSuccess(await askApi(coffer.port, 'POST', records, { body: upload(0) }))
    const json = new Blob([JSON.stringify({ t: 'in two halves' })], { type: 'application/json' })
    const underWay = await Promise.all([
      ...[upload(1), upload(2), upload(3), json].map(body => begin(coffer.port, 'POST', records, body)),
      begin(coffer.port, 'GET', `/api/collections/${slowViewName}/records?skipTotal=1`),
    ])
    const ending = coffer.end('SIGTERM')
    const askAnew = () => askApi(coffer.port, 'GET', '/api/health').then(String, () => 'refused')
    await expect.poll(askAnew, { interval: 20 }).toBe('refused')
    for (const { finish } of underWay) finish()
    expect(await Promise.all(underWay.map(({ answered }) => answered))).toEqual(Array(5).fill(200))
    expect(await ending).toMatchObject({ status: 0, stderr: '' })

    expect(readdirSync(dataDir).filter(name => /-wal|-shm/.test(name))).toEqual([])
    expect(leftUploads(dataDir)).toEqual([])
    const made = readStored(dataDir, 'data', "SELECT t FROM scratch WHERE t LIKE 'round %' OR t = 'in two halves' ORDER BY t")
    expect(made).toEqual(['in two halves', 'round 0', 'round 1', 'round 2', 'round 3'])
    const logged = readStored(
      dataDir,
      'logs',
      "SELECT count(*) FROM _logs WHERE message = 'POST /api/collections/scratch/records' AND created > datetime('now', '-1 hour')",
    )
    expect(logged).toEqual([5])
    expect(integrityOf(dataDir, 'data')).toEqual(['ok'])
  })

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s stops a server with idle connections immediately, with status 0',
    async signal => {
      const { dataDir, remove } = await copySample('magazine')
      onTestFinished(remove)
      const coffer = await startCoffer(dataDir)
      await Promise.all(Array.from({ length: 10 }, () => askApi(coffer.port, 'GET', '/api/health')))
      expect(await coffer.end(signal)).toMatchObject({ status: 0, stderr: '' })
    },
  )
})
