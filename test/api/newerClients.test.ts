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

const tooNew = {
  code: 404,
  message:
    'This client is too new: the server speaks the PocketBase 0.22 protocol. Use the JavaScript SDK 0.21 (npm i pocketbase@0.21) or the Dart SDK 0.18.',
  data: {},
}

describe('requests of newer clients', () => {
  test.each([
    ['POST', '/api/collections/_superusers/auth-with-password', { identity: 'editor@magazine.example', password: 'x' }],
    ['POST', '/api/collections/_superusers/auth-refresh'],
    ['POST', '/api/collections/_superusers/request-password-reset', { email: 'editor@magazine.example' }],
    ['GET', '/api/collections/_superusers/records'],
    ['GET', '/api/collections/_superusers/records/admin0000000001'],
    ['GET', '/api/collections/_externalAuths/records?filter=recordRef%3D%22x%22'],
    ['POST', '/api/batch', { requests: [] }],
    ['POST', '/api/batch/', { requests: [] }],
    ['POST', '/api/collections/users/request-otp', { email: 'alice@readers.example' }],
    ['POST', '/api/collections/users/auth-with-otp', { otpId: 'x', password: 'x' }],
    ['POST', '/api/collections/users/impersonate/alice0000000001', { duration: 0 }],
    ['DELETE', '/api/collections/posts/truncate'],
    ['GET', '/api/collections/meta/scaffolds'],
    ['GET', '/api/crons'],
    ['POST', '/api/crons/__pbLogsCleanup__'],
    ['POST', '/api/sql', { query: 'SELECT 1' }],
  ])('%s %s gets a 404 that names the supported versions', async (method, path, body?: object) => {
    const { status, json } = await askApi(server.port, method, path, body && { body })
    expect([status, json]).toEqual([404, tooNew])
  })
})

test("an admin's request for a system collection of newer servers gets the same 404", async () => {
  const token = signToken(sample.dataDir, 'auth', 'admin')
  expect((await askApi(server.port, 'GET', '/api/collections/_superusers', { token })).json).toEqual(tooNew)
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
