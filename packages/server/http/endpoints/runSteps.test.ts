import { expect, onTestFinished, test } from 'vitest'
import { openProvider } from '../../../../test/exchanges/runner/openProvider.ts'
import { copySample, type Preparation } from '../../../../test/harness/copySample.ts'
import { signToken } from '../../../../test/harness/signToken.ts'
import type { Route } from '../../api/contract.ts'
import type { MainServices } from '../../api/MainServices.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { jsonOf } from '../../messages/json.ts'
import { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import { UnansweredError } from '../../runtime/Remote.ts'
import { openInlineThreads } from '../../threads/openInlineThreads.ts'
import { ReadRejectedError } from '../../threads/readers/ReadRejectedError.ts'
import { FormTurns } from '../limits/FormTurns.ts'
import { HookTurns } from '../limits/HookTurns.ts'
import { PasswordTurns } from '../limits/PasswordTurns.ts'
import { ProviderTurns } from '../limits/ProviderTurns.ts'
import { runSteps } from './runSteps.ts'

/** Opens a sample. Steps fail from the given one on: as when all readers are busy, unless an error is given. */
async function open(failsFrom: number, error: Error = new ReadRejectedError('overloaded'), prepare: readonly Preparation[] = []) {
  const { dataDir, remove } = await copySample('magazine', prepare)
  onTestFinished(remove)
  const { dispatcher, close } = await openInlineThreads({ dataDir, encryptionKey: '', queryTimeout: 30 })
  onTestFinished(close)
  const { request, routes } = dispatcher
  const clients = new ClientLedger()
  const parts = {
    limits: {
      clients,
      rates: { take: () => 0, learn: () => undefined },
      providerTurns: new ProviderTurns(clients),
      passwordTurns: new PasswordTurns(clients),
      hookTurns: new HookTurns(clients, 'sqlite'),
      formTurns: new FormTurns(clients),
    },
    // No step of these requests is in the main thread.
    main: {} as MainServices,
    dispatcher: {
      request: (async (position, given, part, state) => {
        if (typeof part === 'number' && part >= failsFrom) throw error
        return request(position, given, part, state)
      }) satisfies typeof request,
    },
  }
  const send = async (method: Route['method'], path: string, given: Partial<ApiRequest>) => {
    const position = routes.findIndex(route => route.method === method && route.path === path)
    const headers = { authorization: signToken(dataDir, 'auth', 'admin'), 'content-type': 'application/json' }
    const base: ApiRequest = { method, url: path, params: {}, query: [], headers, remoteIp: '127.0.0.1', body: { kind: 'none' } }
    const reply = await runSteps(parts, position, routes[position] as Route, { ...base, ...given })
    if (reply.kind !== 'json') throw new Error(`The reply has no JSON. Its kind is "${reply.kind}".`)
    return { ...reply, json: JSON.parse(jsonOf(reply.json)) }
  }
  return { send }
}

const record = { params: { collection: 'comments', id: 'comment00000001' } }
const path = '/collections/:collection/records/:id'
const change: Partial<ApiRequest> = {
  ...record,
  // Records with relations are serialized by a reader.
  query: [['expand', 'post']],
  body: { kind: 'json', text: '{"body":"changed"}' },
}

test('a change that is committed is never answered with Retry-After, although its record cannot be serialized', async () => {
  const { send } = await open(1)
  const { status, json, headers = {} } = await send('PATCH', path, change)
  expect([status, json.message]).toEqual([503, expect.stringMatching(/^The change was saved, but the server is too busy/)])
  expect(Object.keys(headers)).not.toContain('Retry-After')
  expect((await send('GET', path, record)).json).toMatchObject({ body: 'changed' })
})

test('a request that has changed nothing is answered with Retry-After if no thread is free', async () => {
  const { send } = await open(0)
  expect(await send('PATCH', path, change)).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } })
})

test('a request whose thread has ended is answered with Retry-After, unless it may have changed something', async () => {
  const { send } = await open(0, new UnansweredError())
  expect(await send('GET', path, record)).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } })
  const { status, json, headers = {} } = await send('PATCH', path, change)
  expect([status, json.message]).toEqual([503, expect.stringContaining('may or may not have been made')])
  expect(Object.keys(headers)).not.toContain('Retry-After')
})

test('a change with relations is answered by the step after it, as the requester before the change', async () => {
  const { send } = await open(2)
  const { status, json, auth } = await send('PATCH', path, change)
  expect([status, auth, json.body, Object.keys(json.expand)]).toEqual([200, { kind: 'admin' }, 'changed', ['post']])
})

/** Returns a preparation that enables a provider, and the request that signs in with a code of it. */
async function openSignIn() {
  const { host, close } = await openProvider()
  onTestFinished(close)
  const urls = { authUrl: `http://${host}/auth`, tokenUrl: `http://${host}/token`, userApiUrl: `http://${host}/user` }
  const group = JSON.stringify({ enabled: true, clientId: 'the-client', clientSecret: 'the-secret', ...urls })
  const sql = `UPDATE _params SET value = json_set(value, '$.oidcAuth', json('${group}')) WHERE key = 'settings'`
  const code = JSON.stringify({ sub: 'nina', email: 'nina@people.example', email_verified: true })
  const text = JSON.stringify({ provider: 'oidc', code, codeVerifier: 'v', redirectUrl: 'https://app.example/back' })
  const given: Partial<ApiRequest> = {
    params: { collection: 'users' },
    headers: { 'content-type': 'application/json' },
    body: { kind: 'json', text },
  }
  const prepare: Preparation[] = [{ db: 'data', sql }]
  return { prepare, given }
}

test.each([
  { lost: 'the thread ends that sends it to the provider', failsFrom: 0, error: new UnansweredError() },
  { lost: 'no thread is free after it was exchanged', failsFrom: 1, error: new ReadRejectedError('overloaded') },
])('a sign-in with a one-time code is not answered with Retry-After if $lost', async ({ failsFrom, error }) => {
  const { prepare, given } = await openSignIn()
  const { send } = await open(failsFrom, error, prepare)
  const { status, json, headers = {} } = await send('POST', '/collections/:collection/auth-with-oauth2', given)
  expect([status, json.message]).toEqual([503, expect.stringContaining('Please sign in again')])
  expect(Object.keys(headers)).not.toContain('Retry-After')
})

test('a sign-in with a one-time code that no thread has taken is answered with Retry-After', async () => {
  const { prepare, given } = await openSignIn()
  const { send } = await open(0, new ReadRejectedError('overloaded'), prepare)
  const reply = await send('POST', '/collections/:collection/auth-with-oauth2', given)
  expect(reply).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } })
})
