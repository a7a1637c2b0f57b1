import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { type RunningCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { signToken } from '../harness/signToken.ts'

const megabyte = 1024 * 1024

let copy: SampleCopy
let coffer: RunningCoffer
const sockets: Socket[] = []
beforeAll(async () => {
  copy = await copySample('magazine')
  coffer = await startCoffer(copy.dataDir)
}, 240_000)
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await coffer.end('SIGKILL')
  await copy.remove()
}, 240_000)

const records = '/api/collections/scratch/records'
const token = () => signToken(copy.dataDir, 'auth', 'admin')

/** Returns the clients that have reached a limit. */
const rejections = async () => (await askApi(coffer.port, 'GET', '/api/load/limits', { token: token() })).json.rejections

/** Runs a function for each number below `count`, at most `concurrency` at the same time. */
async function forEach(count: number, concurrency: number, run: (number: number) => Promise<void>): Promise<void> {
  let next = 0
  const runAll = async () => {
    while (next < count) await run(next++)
  }
  await Promise.all(Array.from({ length: concurrency }, runAll))
}

test('an import of 10,000 records from one address, fifty at a time, reaches no limit', async () => {
  await forEach(10_000, 50, async number => {
    const { status, text } = await askApi(coffer.port, 'POST', records, { body: { t: `record ${number}` } })
    expect(status, text).toBe(200)
  })
  expect(await rejections()).toEqual([])
}, 600_000)

test('forty uploads of 4 MB at once from one address reach no limit', async () => {
  await forEach(40, 40, async number => {
    const form = new FormData()
    form.append('t', 'x'.repeat(megabyte))
    form.append('f1', new Blob([new Uint8Array(4 * megabyte)]), `file${number}.bin`)
    const { status, text } = await askApi(coffer.port, 'POST', records, { body: form })
    expect(status, text.slice(0, 300)).toBe(200)
  })
  expect(await rejections()).toEqual([])
}, 240_000)

test('two thousand event streams behind one address of an office all open', async () => {
  let opened = 0
  await forEach(2_000, 50, () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const socket = connect(coffer.port, '127.0.0.1')
    sockets.push(socket)
    let received = ''
    socket
      .on('error', () => resolve())
      .on('close', () => resolve())
      .on('data', data => {
        received += data.toString('latin1')
        if (!received.includes('PB_CONNECT')) return
        opened += 1
        resolve()
      })
    socket.write('GET /api/realtime HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n')
    return promise
  })
  expect(opened).toBe(2_000)
  expect(await rejections()).toEqual([])
}, 240_000)
