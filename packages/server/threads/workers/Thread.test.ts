import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { copySample } from '../../../../test/harness/copySample.ts'
import { subscriptionWith } from '../../../../test/harness/eventStreams.ts'
import { endpoints } from '../../api/routes.ts'
import type { Attempt } from '../../messages/Attempt.ts'
import { versions } from '../../runtime/cache/versions.ts'
import { ReadSlots } from './ReadSlots.ts'
import { Thread } from './Thread.ts'

const signIn = (counted?: Attempt) => ({
  endpoint: endpoints.findIndex(({ path }) => path === '/collections/:collection/auth-with-password'),
  request: {
    method: 'POST',
    url: '/api/collections/users/auth-with-password',
    params: { collection: 'users' },
    query: [],
    headers: {},
    remoteIp: '127.0.0.1',
    body: { kind: 'json' as const, text: JSON.stringify({ identity: 'bob', password: 'wrong password' }) },
    ...(counted && { counted }),
  },
  part: 0,
})

test('a thread that ends first answers a sign-in that waits for its password', async () => {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const config = { dataDir, encryptionKey: '', queryTimeout: 30 }
  const thread = new Thread({ role: 'reader', config, versions: versions().buffer })
  await thread.ready
  const first = await thread.remote.requests.run(signIn())
  const attempt = first.kind === 'countAttempt' ? first.attempt : expect.fail(`The result is "${first.kind}".`)

  const reply = thread.remote.requests.run(signIn(attempt))
  await thread.close()

  expect(await reply).toMatchObject({ status: 400, failure: { details: 'The password is wrong.' } })
})

test('a thread marks an evaluation with its number while it runs, and removes the mark when it ends', async () => {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const slots = new ReadSlots()
  const config = { dataDir, encryptionKey: '', queryTimeout: 30 }
  const thread = new Thread({ role: 'reader', config, versions: versions().buffer, slots: slots.buffer })
  onTestFinished(() => thread.close())
  await thread.ready
  const collection = { id: 'mgscratch000001', name: 'scratch', listRule: '', viewRule: '' }
  const id = 'scratch00000001'
  const change = { action: 'update', collection, recordId: id, changedAt: '', record: { id, n: 0 } } as const
  const audiences = Array.from({ length: 200 }, (_, number) => ({
    subscription: subscriptionWith('scratch', { filter: `n > ${number}` }),
    listener: { kind: 'guest' as const },
  }))
  /** The numbers that were seen while one evaluation ran. */
  const seen = new Set<number>()
  // One evaluation can end before this thread looks.
  while (!seen.has(7)) {
    let isOver = false
    const described = thread.remote.realtime.describe({ change, audiences, evaluation: 7 }).finally(() => {
      isOver = true
    })
    while (!isOver) {
      seen.add(slots.running?.evaluation ?? 0)
      await nextTurn()
    }
    await described
    expect(slots.running).toBeUndefined()
  }
  expect([...seen].filter(number => number > 0)).toEqual([7])
})
