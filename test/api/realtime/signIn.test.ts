import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { subscriptionWith } from '../../harness/eventStreams.ts'
import { createResuming, type ResumingListener } from '../../harness/openResuming.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { signUp } from './signUp.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine('pool')
  const schema = [{ name: 'n', type: 'number' }]
  await magazine.change('POST', '', { name: 'open', type: 'base', listRule: '', viewRule: '', schema })
  await magazine.change('POST', '', { name: 'inner', type: 'base', listRule: '@request.auth.id != ""', schema })
  const options = { allowUsernameAuth: true, minPasswordLength: 8 }
  await magazine.change('POST', '', { name: 'readers', type: 'auth', listRule: 'id = ""', schema: [], options })
})
afterAll(() => magazine.close())

async function listen(subscriptions: readonly string[], token?: string): Promise<ResumingListener> {
  const listener = createResuming(magazine.port, { subscriptions, token })
  onTestFinished(listener.cut)
  expect(await listener.connect()).toBe(204)
  return listener
}

async function signIn(listener: ResumingListener, token: string): Promise<void> {
  listener.options = { ...listener.options, token }
  expect(await listener.subscribe()).toBe(204)
}

const numbersOf = (listener: ResumingListener, subscription: string, field = 'n') =>
  listener.received.filter(({ event }) => event === subscription).map(({ json }) => json.record?.[field])

const change = (n: number) => magazine.change('POST', '/open/records', { n })

const numbersUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('a client that signs in while a change is being evaluated receives its event', async () => {
  const endless = 'comments_via_post.post.comments_via_post.post.comments_via_post.body != "nothing"'
  // They are evaluated before the subscriptions of the same address that have options.
  await listen([1, 2, 3].map(turn => subscriptionWith('posts', { filter: endless, turn })))
  const filtered = subscriptionWith('posts', { filter: 'views > 0' })
  const listener = await listen(['posts/*', filtered])
  let changes = 0
  const makeChange = async () => {
    changes += 1
    await magazine.change('PATCH', '/posts/records/post00000000002', { views: changes })
    await expect.poll(() => numbersOf(listener, 'posts/*', 'views'), { interval: 5 }).toEqual(numbersUpTo(changes))
  }
  // On a busy machine, this process can be delayed until the change has been evaluated, so it makes another one.
  do await makeChange()
  while (numbersOf(listener, filtered, 'views').includes(changes))
  await signIn(listener, magazine.admin)
  await expect.poll(() => numbersOf(listener, filtered, 'views'), { timeout: 60_000 }).toEqual(numbersUpTo(changes))
  await makeChange()
  await expect.poll(() => numbersOf(listener, filtered, 'views'), { timeout: 60_000 }).toEqual(numbersUpTo(changes))
})

test('clients that sign in or lose their tokens during many changes receive each event once and in order', async () => {
  const filtered = subscriptionWith('open', { filter: 'n > 0' })
  const subscriptions = ['open/*', filtered, 'inner/*']
  const count = 120
  const member = await signUp(magazine, 'readers', { username: 'member' })
  const leaving = await signUp(magazine, 'readers', { username: 'leaving' })
  const steady = await listen(subscriptions)
  const listeners = await Promise.all(Array.from({ length: 8 }, () => listen(subscriptions)))
  const left = await Promise.all([1, 2, 3].map(() => listen(subscriptions, leaving.token)))
  const changing = (async () => {
    const changes: Promise<unknown>[] = []
    for (const n of numbersUpTo(count)) {
      // Without waiting, so that many are evaluated at the same time.
      changes.push(change(n))
      await wait(2)
      if (n !== count / 2) continue
      const passwords = { password: 'another one', passwordConfirm: 'another one' }
      changes.push(magazine.change('PATCH', `/readers/records/${leaving.id}`, passwords))
    }
    await Promise.all(changes)
  })()
  for (const [index, listener] of listeners.entries()) {
    await expect.poll(() => listener.received.length, { interval: 5 }).toBeGreaterThan(index * 10)
    await signIn(listener, index % 2 === 0 ? member.token : magazine.admin)
  }
  await changing
  for (const subscription of ['open/*', filtered]) {
    const numbers = () => numbersOf(steady, subscription)
    await expect.poll(() => numbers().length, { timeout: 20_000 }).toBe(count)
    for (const listener of [...listeners, ...left])
      await expect.poll(() => numbersOf(listener, subscription), { timeout: 20_000 }).toEqual(numbers())
  }
  for (const listener of [...listeners, ...left]) expect(listener.received.filter(({ event }) => event === '@resync')).toEqual([])
})
