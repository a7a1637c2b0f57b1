import { afterEach, expect, test } from 'vitest'
import { copySample } from '../../../../test/harness/copySample.ts'
import { dispatchRequest } from '../../http/endpoints/dispatchRequest.ts'
import type { Dispatcher } from '../../threads/dispatchers/Dispatcher.ts'
import { createInlineDispatcher } from '../../worker/inlineDispatcher.ts'
import { endpoints } from '../routes.ts'
import { signInAccount } from './signIn.ts'

const cleanUp: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

const open = async (): Promise<Dispatcher> => {
  const { dataDir, remove } = await copySample('magazine')
  cleanUp.push(remove)
  const dispatcher = await createInlineDispatcher({ dataDir, encryptionKey: '', queryTimeout: 30 })
  cleanUp.push(dispatcher.close)
  return dispatcher
}

const signIn = (dispatcher: Dispatcher, collection: string, identity: string) =>
  dispatchRequest({ dispatcher, isTrustedProxy: () => false }, endpoints.indexOf(signInAccount), {
    ...{ method: 'POST', url: '/', params: { collection }, query: [], headers: {} },
    ...{ remoteIp: '127.0.0.1', forwardedFor: undefined },
    body: { kind: 'json', text: JSON.stringify({ identity, password: 'not-the-password' }) },
  })

/** Milliseconds of the processor that this process, its other threads included, spends on work. */
const effort = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Milliseconds: far below what a password of cost 12 takes on any machine, and far beyond all else about a request. */
const timeOfPassword = 80

test.each([
  ['a wrong password', 'users', 'carol'],
  ['an unknown user name', 'users', 'nobody'],
  ['an unknown email', 'users', 'nobody@readers.example'],
  ['a user name where only emails may be used', 'clients', 'client_1'],
])('%s takes the time of a password', async (_, collection, identity) => {
  const dispatcher = await open()
  expect(await effort(() => signIn(dispatcher, collection, identity))).toBeGreaterThan(timeOfPassword)
})

test('a request without a password to check takes less', async () => {
  const dispatcher = await open()
  const withPassword = await effort(() => signIn(dispatcher, 'users', 'carol'))
  expect(await effort(() => signIn(dispatcher, 'users', ''))).toBeLessThan(withPassword / 2)
})

test('other requests are answered while a password is checked', async () => {
  const dispatcher = await open()
  const order: string[] = []
  const signingIn = signIn(dispatcher, 'users', 'carol').then(() => order.push('password'))
  await signIn(dispatcher, 'users', '').then(() => order.push('blank'))
  await signingIn
  expect(order).toEqual(['blank', 'password'])
})
