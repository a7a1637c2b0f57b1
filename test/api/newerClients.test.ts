import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { signToken } from '../harness/signToken.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'

let sample: SampleCopy
let server: RunningServer
beforeAll(async () => {
  sample = await copySample('magazine')
  server = await startServer({ dataDir: sample.dataDir })
})
afterAll(async () => {
  await server.stop()
  await sample.remove()
})

const message =
  'This server does not have this route of PocketBase 0.23 and later. The page "Which SDK?" of the manual lists what works.'

test('a client that asks for 0.22 gets a 404 for a system collection of newer servers, which names the page about SDKs', async () => {
  const request = { token: signToken(sample.dataDir, 'auth', 'admin'), headers: { 'X-Dialect': '0.22' } }
  const { json } = await askApi(server.port, 'GET', '/api/collections/_superusers', request)
  expect(json).toEqual({ code: 404, message, data: {} })
})

describe('other 404 responses', () => {
  test.each([
    ['GET', '/api/batch', 'Not Found.'],
    ['POST', '/api/batches', 'Not Found.'],
    ['GET', '/api/collections/users/request-otp', 'Not Found.'],
    ['POST', '/api/collections/users/impersonate', 'Not Found.'],
    ['POST', '/api/nothing', 'Not Found.'],
    ['GET', '/api/collections/superusers/records', "The requested resource wasn't found."],
    ['GET', '/api/collections/_nothing/records', "The requested resource wasn't found."],
  ])('%s %s keeps its 404 message: %s', async (method, path, message) => {
    const { status, json } = await askApi(server.port, method, path)
    expect([status, json]).toEqual([404, { code: 404, message, data: {} }])
  })
})
