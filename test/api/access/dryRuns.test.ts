import { expect, onTestFinished, test } from 'vitest'
import { openListener } from '../../exchanges/runner/openListener.ts'
import { openReceiver } from '../../harness/openReceiver.ts'
import { serveMagazine } from '../collections/serveMagazine.ts'
import { explain } from './explain.ts'
import { hashesOf } from './hashesOf.ts'

const post = { persona: 'users/alice0000000001', collection: 'posts', record: 'post00000000001' }
const password = { password: 'long-enough-1', passwordConfirm: 'long-enough-1' }

const dryRuns = [
  { ...post, action: 'update', data: { title: 'changed', cover: null } },
  { ...post, action: 'delete' },
  {
    ...{ persona: 'guest', collection: 'users', action: 'create' },
    data: { username: 'new_user', email: 'new@magazine.example', ...password },
  },
  { persona: 'guest', collection: 'scratch', action: 'create', data: { t: 'new' } },
]

const ruleTests = [
  { persona: 'guest', action: 'create', data: { t: 'new' }, expected: 'allowed' },
  { persona: 'new:users', action: 'update', given: { t: 'new' }, data: { t: 'changed' }, expected: 'allowed' },
  { persona: 'new:users', action: 'delete', given: { t: 'new' }, expected: 'allowed' },
]

test('dry runs change nothing and notify nobody: no record, file, realtime event or web hook comes of them', async () => {
  const receiver = await openReceiver()
  onTestFinished(receiver.close)
  const magazine = await serveMagazine('pool', [], ['--privateWebHooks'])
  onTestFinished(magazine.close)
  const listener = await openListener(magazine.port)
  onTestFinished(listener.close)
  const subscriptions = ['posts', 'users', 'scratch', 'comments'].map(collection => `${collection}/*`)
  await magazine.asAdmin('POST', '/api/realtime', { clientId: listener.clientId, subscriptions })
  await magazine.asAdmin('POST', '/api/web-hooks', { url: receiver.url })
  const rules = { create: '', update: '', delete: '' }

  const before = hashesOf(magazine.dataDir)
  const allowed: boolean[] = []
  for (const asked of dryRuns) allowed.push((await explain(magazine, asked)).verdict.isAllowed)
  expect(allowed).toEqual([true, true, true, true])
  const tested = await magazine.asAdmin('POST', '/api/access/test', { collection: 'scratch', rules, tests: ruleTests })
  expect(tested.results).toMatchObject(ruleTests.map(() => ({ isPassed: true })))
  expect(hashesOf(magazine.dataDir)).toEqual(before)

  // What really changes is the first thing that everyone is notified of.
  await magazine.change('PATCH', `/posts/records/${post.record}`, { title: 'really changed' })
  await expect.poll(listener.arrived, { timeout: 20_000 }).toBe(1)
  expect(listener.take()).toMatchObject([{ event: 'posts/*', json: { action: 'update', record: { title: 'really changed' } } }])
  await receiver.expectReceived(1)
  expect(receiver.received[0]?.json).toMatchObject({ type: 'record.updated', data: { recordId: post.record } })
})
