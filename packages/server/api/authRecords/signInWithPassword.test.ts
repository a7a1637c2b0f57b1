import { afterEach, expect, test } from 'vitest'
import { copySample } from '../../../../test/harness/copySample.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { Dispatcher } from '../../threads/dispatchers/Dispatcher.ts'
import { createInlineDispatcher } from '../../threads/dispatchers/inlineDispatcher.ts'
import { endpoints } from '../routes.ts'
import { signInWithPassword } from './signInWithPassword.ts'

const cleanUp: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

async function open(): Promise<Dispatcher> {
  const { dataDir, remove } = await copySample('magazine')
  cleanUp.push(remove)
  const dispatcher = await createInlineDispatcher({ dataDir, encryptionKey: '', queryTimeout: 30 })
  cleanUp.push(dispatcher.close)
  return dispatcher
}

async function signIn(dispatcher: Dispatcher, collection: string, identity: string): Promise<void> {
  const position = endpoints.indexOf(signInWithPassword)
  const request: ApiRequest = {
    method: 'POST',
    url: '/',
    params: { collection },
    query: [],
    headers: {},
    remoteIp: '127.0.0.1',
    forwardedFor: undefined,
    body: { kind: 'json', text: JSON.stringify({ identity, password: 'not-the-password' }) },
  }
  const first = await dispatcher.request(position, request, 0)
  // Only a request with an identity gets as far as an attempt.
  expect(first).toMatchObject(identity === '' ? { status: 400 } : { kind: 'countAttempt' })
  if (first.kind !== 'countAttempt') return
  expect(await dispatcher.request(position, { ...request, counted: first.attempt }, 0)).toMatchObject({ status: 400 })
}

/** Returns the CPU time in milliseconds that all threads of this process have used. */
async function effort(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** CPU time in milliseconds: far below that of a cost-12 password hash, and far above that of the rest of a request. */
const timeOfPassword = 80

test.each([
  ['a wrong password', 'users', 'carol'],
  ['an unknown user name', 'users', 'nobody'],
  ['an unknown email', 'users', 'nobody@readers.example'],
  ['a user name where only emails may be used', 'clients', 'client_1'],
])('signing in with %s takes as long as checking a password', async (_, collection, identity) => {
  const dispatcher = await open()
  expect(await effort(() => signIn(dispatcher, collection, identity))).toBeGreaterThan(timeOfPassword)
})

test('a request without a password to check is faster', async () => {
  const dispatcher = await open()
  const withPassword = await effort(() => signIn(dispatcher, 'users', 'carol'))
  expect(await effort(() => signIn(dispatcher, 'users', ''))).toBeLessThan(withPassword / 2)
})

test('the server responds to other requests while it checks a password', async () => {
  const dispatcher = await open()
  const order: string[] = []
  const signingIn = signIn(dispatcher, 'users', 'carol').then(() => order.push('password'))
  await signIn(dispatcher, 'users', '').then(() => order.push('blank'))
  await signingIn
  expect(order).toEqual(['blank', 'password'])
})
