import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { askApi } from '../../../test/harness/askApi.ts'
import { copySample, type SampleCopy } from '../../../test/harness/copySample.ts'
import { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import { type CofferServer, createServer } from '../site/createServer.ts'

const posts = '/api/collections/posts/records'

let sample: SampleCopy
let server: CofferServer
let port = 0

beforeAll(async () => {
  sample = await copySample('magazine')
  server = await createServer({ dataDir: sample.dataDir, encryptionKey: '', queryTimeout: 30, threads: 'pool' })
  port = (await server.listen('127.0.0.1:0')).port
  // Starts the threads.
  expect((await askApi(port, 'GET', posts)).status).toBe(200)
})
afterAll(async () => {
  await server.close()
  await sample.remove()
})

test.each([
  ['GET', '/api/health', undefined, []],
  ['GET', `${posts}/post00000000001`, undefined, []],
  ['GET', `${posts}?perPage=5&sort=-created`, undefined, []],
  ['POST', '/api/collections/scratch/records', { t: 'one' }, ['smallBodyBytes']],
])(
  '%s %s with the body %j counts nothing for its client but its connection and its body',
  async (method, path, body, counted) => {
    const opened = vi.spyOn(ClientLedger.prototype, 'open')
    onTestFinished(() => opened.mockRestore())
    const { status, text } = await askApi(port, method, path, body && { body })
    expect(status, text).toBe(200)
    expect(opened.mock.calls.map(([resource]) => resource).filter(resource => resource !== 'connections')).toEqual(counted)
  },
)
