import { mask } from '@coffer/schema'
import { afterEach, describe, expect, test } from 'vitest'
import { asJsonReply } from '../../../../test/harness/asJsonReply.ts'
import { copySample, type SampleName } from '../../../../test/harness/copySample.ts'
import { queryDatabase } from '../../../../test/harness/queryDatabase.ts'
import { signToken } from '../../../../test/harness/signToken.ts'
import type { JsonReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { jsonOf } from '../../messages/json.ts'
import { shareStartSecret } from '../../settings/startSecret.ts'
import type { Dispatcher } from '../../threads/dispatchers/Dispatcher.ts'
import { openThreadPool } from '../../threads/openThreadPool.ts'
import { endpoints } from '../routes.ts'

const cleanUp: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

async function open(sample: SampleName, encryptionKey = '') {
  const { dataDir, remove } = await copySample(sample)
  cleanUp.push(remove)
  shareStartSecret()
  const { dispatcher, close } = await openThreadPool({ dataDir, encryptionKey, queryTimeout: 30 })
  cleanUp.push(close)
  // On a busy machine, threads start so slowly that the first requests time out.
  await expect.poll(() => ask(dispatcher, 'GET', '/settings', ''), { timeout: 30_000 }).toMatchObject({ status: 401 })
  const stored = () => String(queryDatabase(dataDir, 'data', `SELECT value FROM _params WHERE key = 'settings'`)[0]?.[0])
  return { dispatcher, dataDir, stored }
}

/** Sends a request whose endpoint has one step. An attempt that it makes counts as counted. */
async function ask(dispatcher: Dispatcher, method: string, path: string, token: string, body?: object): Promise<JsonReply> {
  const position = endpoints.findIndex(endpoint => endpoint.method === method && endpoint.path === path)
  const request: ApiRequest = {
    method,
    url: path,
    params: {},
    query: [],
    remoteIp: '127.0.0.1',
    forwardedFor: undefined,
    headers: { authorization: token, 'content-type': 'application/json' },
    body: body ? { kind: 'json', text: JSON.stringify(body) } : { kind: 'none' },
  }
  const first = await dispatcher.request(position, request, 0)
  if (first.kind !== 'countAttempt') return asJsonReply(first)
  return asJsonReply(await dispatcher.request(position, { ...request, counted: first.attempt }, 0))
}

const answerOf = ({ json }: JsonReply) => JSON.parse(jsonOf(json))

describe('an update of the settings', () => {
  test('an update is visible in every thread once the response is sent', async () => {
    const { dispatcher, dataDir } = await open('magazine')
    const token = signToken(dataDir, 'auth', 'admin')
    const readAll = () => Promise.all(Array.from({ length: 8 }, () => ask(dispatcher, 'GET', '/settings', token)))
    await readAll()
    for (const appName of ['One', 'Two', 'Three']) {
      expect((await ask(dispatcher, 'PATCH', '/settings', token, { meta: { appName } })).status).toBe(200)
      expect((await readAll()).map(reply => answerOf(reply).meta.appName)).toEqual(Array(8).fill(appName))
    }
    const secret = 'n'.repeat(40)
    expect((await ask(dispatcher, 'PATCH', '/settings', token, { adminAuthToken: { secret } })).status).toBe(200)
    expect((await readAll()).map(({ status }) => status)).toEqual(Array(8).fill(401))
  })

  test('an update keeps secrets whose mask is sent back', async () => {
    const { dispatcher, dataDir, stored } = await open('magazine')
    const token = signToken(dataDir, 'auth', 'admin')
    const before = JSON.parse(stored())
    const shown = answerOf(await ask(dispatcher, 'GET', '/settings', token))
    expect(shown.smtp.password).toBe(mask)
    const sent = { ...shown, googleAuth: { ...shown.googleAuth, clientSecret: 'new' } }
    const reply = await ask(dispatcher, 'PATCH', '/settings', token, sent)
    expect([reply.status, answerOf(reply)]).toEqual([200, shown])
    expect(JSON.parse(stored())).toEqual({ ...before, googleAuth: { ...before.googleAuth, clientSecret: 'new' } })
  })

  test.each([
    ['without the key', ''],
    ['with another key', 'vutsrqponmlkjihgfedcba9876543210'],
  ])('is rejected while the stored settings cannot be read, %s', async (_, key) => {
    const { dispatcher, stored } = await open('encrypted', key)
    const credentials = { identity: 'editor@magazine.example', password: 'magazine-admin-1' }
    const { token } = answerOf(await ask(dispatcher, 'POST', '/admins/auth-with-password', '', credentials))
    const before = stored()
    const reply = await ask(dispatcher, 'PATCH', '/settings', token, { meta: { appName: 'Lost' } })
    expect(answerOf(reply)).toEqual({
      code: 400,
      message: expect.stringMatching(/^The stored settings cannot be read, so they are not replaced: they are encrypted /),
      data: {},
    })
    expect(stored()).toBe(before)
    expect(answerOf(await ask(dispatcher, 'GET', '/settings', token)).meta.appName).toBe('Acme')
  })
})
