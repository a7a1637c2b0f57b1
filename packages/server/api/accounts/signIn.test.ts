import { afterEach, expect, test } from 'vitest'
import { copySample } from '../../../../test/harness/copySample.ts'
import type { Dispatcher } from '../../threads/Dispatcher.ts'
import { createInlineDispatcher } from '../../threads/inlineDispatcher.ts'
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
  dispatcher.dispatch(endpoints.indexOf(signInAccount), {
    ...{ method: 'POST', url: '/', params: { collection }, query: [], headers: {}, remoteIp: '127.0.0.1' },
    body: { kind: 'json', text: JSON.stringify({ identity, password: 'not-the-password' }) },
  })

/** The shortest of some tries, which others on the machine disturb least. */
const quickest = async (work: () => Promise<unknown>): Promise<number> => {
  let shortest = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 3; turn += 1) {
    const started = performance.now()
    await work()
    shortest = Math.min(shortest, performance.now() - started)
  }
  return shortest
}

/** Milliseconds: far below what a password of cost 12 takes on any machine. */
const timeOfPassword = 80

test.each([
  ['a wrong password', 'users', 'carol'],
  ['an unknown user name', 'users', 'nobody'],
  ['an unknown email', 'users', 'nobody@readers.example'],
  ['a user name where only emails may be used', 'clients', 'client_1'],
])('%s takes the time of a password', async (_, collection, identity) => {
  const dispatcher = await open()
  expect(await quickest(() => signIn(dispatcher, collection, identity))).toBeGreaterThan(timeOfPassword)
})

test('a request without a password to check takes less', async () => {
  const dispatcher = await open()
  const withPassword = await quickest(() => signIn(dispatcher, 'users', 'carol'))
  expect(await quickest(() => signIn(dispatcher, 'users', ''))).toBeLessThan(withPassword / 2)
})

test('other requests are answered while a password is checked', async () => {
  const dispatcher = await open()
  const order: string[] = []
  const signingIn = signIn(dispatcher, 'users', 'carol').then(() => order.push('password'))
  await signIn(dispatcher, 'users', '').then(() => order.push('blank'))
  await signingIn
  expect(order).toEqual(['blank', 'password'])
})
