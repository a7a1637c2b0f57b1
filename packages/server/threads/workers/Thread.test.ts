import { expect, onTestFinished, test } from 'vitest'
import { copySample } from '../../../../test/harness/copySample.ts'
import { endpoints } from '../../api/routes.ts'
import type { Attempt } from '../../messages/Attempt.ts'
import { versions } from '../../runtime/cache/versions.ts'
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
