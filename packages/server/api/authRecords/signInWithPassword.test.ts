import bcrypt from 'bcrypt'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { copySample } from '../../../../test/harness/copySample.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Dispatcher } from '../../threads/dispatchers/Dispatcher.ts'
import { openInlineThreads } from '../../threads/openInlineThreads.ts'
import { endpoints } from '../routes.ts'
import { signInWithPassword } from './signInWithPassword.ts'

const cleanUp: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

async function open(): Promise<Dispatcher> {
  const { dataDir, remove } = await copySample('magazine')
  cleanUp.push(remove)
  const { dispatcher, close } = await openInlineThreads({ dataDir, encryptionKey: '', queryTimeout: 30 })
  cleanUp.push(close)
  return dispatcher
}

const position = endpoints.indexOf(signInWithPassword)

const requestOf = (collection: string, identity: string, password: string): ApiRequest => ({
  method: 'POST',
  url: '/',
  params: { collection },
  query: [],
  headers: {},
  remoteIp: '127.0.0.1',
  forwardedFor: undefined,
  body: { kind: 'json', text: JSON.stringify({ identity, password }) },
})

async function signIn(dispatcher: Dispatcher, collection: string, identity: string): Promise<void> {
  const request = requestOf(collection, identity, 'not-the-password')
  const first = await dispatcher.request(position, request, 0)
  // Only a request with an identity gets as far as an attempt.
  expect(first).toMatchObject(identity === '' ? { status: 400 } : { kind: 'countAttempt' })
  if (first.kind !== 'countAttempt') return
  expect(await dispatcher.request(position, { ...request, counted: first.attempt }, 0)).toMatchObject({ status: 400 })
}

/** Signs in with a wrong password. Returns the hashes that passwords were compared with. */
async function comparedHashes(collection: string, identity: string): Promise<unknown[]> {
  const dispatcher = await open()
  const compare = vi.spyOn(bcrypt, 'compare')
  onTestFinished(() => compare.mockRestore())
  await signIn(dispatcher, collection, identity)
  return compare.mock.calls.map(([, hash]) => hash)
}

/** A bcrypt hash of the cost of stored passwords. */
const hashOfPassword = expect.stringMatching(/^\$2[ab]\$12\$[./A-Za-z0-9]{53}$/)

test.each([
  ['a wrong password', 'users', 'carol'],
  ['an unknown user name', 'users', 'nobody'],
  ['an unknown email', 'users', 'nobody@readers.example'],
  ['a user name where only emails may be used', 'clients', 'client_1'],
])('signing in with %s compares the password with one hash of the same cost', async (_, collection, identity) => {
  expect(await comparedHashes(collection, identity)).toEqual([hashOfPassword])
})

test('a request without an identity compares no password', async () => {
  expect(await comparedHashes('users', '')).toEqual([])
})

test('the server responds to other requests while it checks a password', async () => {
  const dispatcher = await open()
  const order: string[] = []
  const signingIn = signIn(dispatcher, 'users', 'carol').then(() => order.push('password'))
  await signIn(dispatcher, 'users', '').then(() => order.push('blank'))
  await signingIn
  expect(order).toEqual(['blank', 'password'])
})

test('the step that compares the password, which no reader is occupied with, reads nothing for the response', async () => {
  const dispatcher = await open()
  const request = requestOf('users', 'carol', 'password-carol')
  const first = await dispatcher.request(position, request, 0)
  if (first.kind !== 'countAttempt') throw new Error(`The attempt is not counted: ${first.kind}.`)
  const state = { id: 'carol0000000001', tokenKey: expect.any(String) }
  const compared = await dispatcher.request(position, { ...request, counted: first.attempt }, 0)
  expect(compared).toMatchObject({ kind: 'next', state })
  expect(dispatcher.routes[position]?.steps.slice(0, 2)).toEqual([{ on: 'reader', waits: true }, { on: 'reader' }])
})
