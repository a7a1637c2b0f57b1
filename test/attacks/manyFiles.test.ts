import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { type RunningCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { fastPasswords } from '../harness/fastPasswords.ts'
import { isLongRun } from '../harness/isLongRun.ts'
import { OtherClients } from '../harness/otherClients.ts'
import { signToken } from '../harness/signToken.ts'

let copy: SampleCopy
let coffer: RunningCoffer
let collectionId: string
beforeAll(async () => {
  copy = await copySample('magazine', [fastPasswords])
  coffer = await startCoffer(copy.dataDir)
  const field = (name: string, maxSelect: number) => ({ name, type: 'file', options: { maxSelect, maxSize: 1_000 } })
  const schema = [{ name: 'title', type: 'text' }, field('one', 1), field('three', 3), field('many', 990)]
  const body = { name: 'folders', type: 'base', schema, createRule: '', updateRule: '', viewRule: '' }
  const token = signToken(copy.dataDir, 'auth', 'admin')
  const { status, json } = await askApi(coffer.port, 'POST', '/api/collections', { body, token })
  expect(status).toBe(200)
  collectionId = `${json.id}`
})
afterAll(async () => {
  await coffer.end('SIGKILL')
  await copy.remove()
})

function formOf(field: string, count: number): FormData {
  const form = new FormData()
  form.append('title', 'Papers')
  for (let index = 0; index < count; index += 1) form.append(field, new Blob([`file ${index}\u0000`]), `paper${index}.bin`)
  return form
}

const create = (field: string, count: number) =>
  askApi(coffer.port, 'POST', '/api/collections/folders/records', { body: formOf(field, count) })

function storedFiles(record: unknown): string[] {
  const folder = join(copy.dataDir, 'storage', collectionId, `${record}`)
  return existsSync(folder) ? readdirSync(folder).filter(name => !name.endsWith('.attrs')) : []
}

test('of 990 files for a field of three, none is stored', async () => {
  const { status, json } = await create('three', 990)
  expect(status).toBe(400)
  expect(json.data).toEqual({ three: { code: 'validation_too_many_values', message: 'Select no more than 3.' } })
  expect(existsSync(join(copy.dataDir, 'storage', collectionId))).toBe(false)
})

test('of 990 files for a field of one, only the first is stored', async () => {
  const { status, json } = await create('one', 990)
  expect(status).toBe(200)
  expect(storedFiles(json.id)).toEqual([expect.stringMatching(/^paper0_\w{10}\.bin$/)])
})

test('an update with too many files is rejected, and the record keeps its own', async () => {
  const { json: created } = await create('three', 2)
  const path = `/api/collections/folders/records/${created.id}`
  const rejected = await askApi(coffer.port, 'PATCH', path, { body: formOf('three', 500) })
  expect([rejected.status, rejected.json.data]).toEqual([
    400,
    { three: expect.objectContaining({ code: 'validation_too_many_values' }) },
  ])
  expect((await askApi(coffer.port, 'PATCH', path, { body: formOf('three', 2) })).status).toBe(400)
  expect((await askApi(coffer.port, 'GET', path)).json.three).toEqual(created.three)
  expect(storedFiles(created.id).sort()).toEqual([...(created.three as string[])].sort())
})

test('forty uploads of one client at once are stored', async () => {
  const responses = await Promise.all(Array.from({ length: 40 }, () => create('three', 3)))
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
  for (const { json } of responses) expect(storedFiles(json.id)).toHaveLength(3)
})

test('a client that repeats large forms waits for the large form of another client', async () => {
  const form = new Response(formOf('many', 500))
  const contentType = form.headers.get('Content-Type') ?? ''
  const body = new Uint8Array(await form.arrayBuffer())
  let stored = 0
  const send = async (address: string) => {
    const headers = { 'X-Forwarded-For': address, 'Content-Type': contentType }
    const { status } = await askApi(coffer.port, 'POST', '/api/collections/folders/records', { body, headers })
    stored += 1
    return status
  }
  const repeated = Array.from({ length: 8 }, () => send('203.0.113.30'))
  while (stored === 0) await wait(5)
  expect(await send('203.0.113.31')).toBe(200)
  // One form was being stored, and each form is sent before its turn comes.
  expect(stored, 'forms stored before the one of the other client, and itself').toBeLessThanOrEqual(4)
  expect(await Promise.all(repeated)).toEqual(repeated.map(() => 200))
}, 60_000)

const one = { 'X-Forwarded-For': '203.0.113.7' }
const attacks: readonly [title: string, forms: number, files: number, headersOf: (form: number) => Record<string, string>][] = [
  ['five forms of 990 files from one address', 5, 990, () => one],
  ['five forms of 990 files of a user', 5, 990, () => ({ ...one, Authorization: signToken(copy.dataDir, 'auth', 'users:bob') })],
  ['fifty forms of 99 files from fifty addresses', 50, 99, form => ({ 'X-Forwarded-For': `203.0.113.${form}` })],
]

test.each(attacks.filter(([, forms]) => isLongRun || forms === 50))(
  '%s, which a field accepts, delay nobody',
  async (_, forms, files, headersOf) => {
    const others = new OtherClients({ port: coffer.port, dataDir: copy.dataDir })
    // The server starts its threads, and learns what the reads of others cost.
    await others.use(() => true)
    // Encoded once, so that the forms arrive at the same time.
    const form = new Response(formOf('many', files))
    const contentType = form.headers.get('Content-Type') ?? ''
    const body = new Uint8Array(await form.arrayBuffer())
    const send = (number: number) =>
      askApi(coffer.port, 'POST', '/api/collections/folders/records', {
        body,
        headers: { ...headersOf(number), 'Content-Type': contentType },
      })
    const responses = await others.expectServedDuring(() =>
      Promise.all(Array.from({ length: forms }, (_, number) => send(number))),
    )
    // On a busy machine, a form can wait for its turn until it is rejected.
    expect(responses.map(({ status }) => status).filter(status => ![200, 503].includes(status))).toEqual([])
    expect(responses.some(({ status }) => status === 200)).toBe(true)
  },
  120_000,
)
