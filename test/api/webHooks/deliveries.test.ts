import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { databaseOfRun } from '../../harness/copySample.ts'
import { findFreePort } from '../../harness/findFreePort.ts'
import { isSignedWith, openReceiver } from '../../harness/openReceiver.ts'
import { querySharedSql } from '../../harness/queryDatabase.ts'
import { signToken } from '../../harness/signToken.ts'
import { records, startHookServer, startReceiver } from './harness.ts'

test('a web hook receives creates, updates and deletions with the record, what it was before, and who changed it', async () => {
  const [server, receiver] = [await startHookServer(), await startReceiver()]
  const hook = await server.createHook({ url: receiver.url })
  const bob = signToken(server.dataDir, 'auth', 'users:bob')
  const { json: made } = await server.ask('POST', records, { t: 'one', n: 1 }, '')
  await server.ask('PATCH', `${records}/${made.id}`, { n: 2 }, bob)
  expect((await server.ask('DELETE', `${records}/${made.id}`)).status).toBe(204)
  await receiver.expectReceived(3)
  const [created, updated, deleted] = receiver.received.map(({ json }) => json)
  const collection = { id: String(made.collectionId), name: 'scratch' }
  expect(created).toMatchObject({ type: 'record.created', data: { collection, recordId: made.id, actor: { kind: 'guest' } } })
  expect(created?.data.record).toEqual(made)
  expect(created?.data).not.toHaveProperty('previous')
  expect(updated?.type).toBe('record.updated')
  expect(updated?.data.previous).toEqual(made)
  expect(updated?.data.record).toMatchObject({ id: made.id, t: 'one', n: 2 })
  expect(updated?.data.actor).toMatchObject({ kind: 'authRecord', id: 'bob000000000001' })
  expect(deleted).toMatchObject({ type: 'record.deleted', data: { record: { id: made.id, n: 2 }, actor: { kind: 'admin' } } })
  for (const message of receiver.received) expect(isSignedWith(hook.secret, message)).toBe(true)
  expect(isSignedWith(`whsec_${btoa('x'.repeat(32))}`, receiver.received[0] as never)).toBe(false)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(3)
})

test('a web hook receives only the chosen changes of the chosen collections that match its filter', async () => {
  const [server, receiver] = [await startHookServer(), await startReceiver()]
  const { json: scratch } = await server.ask('GET', '/api/collections/scratch')
  await server.createHook({ url: receiver.url, collections: [scratch.id], events: ['update'], filter: 'n > 10 && t != "secret"' })
  const { json: made } = await server.ask('POST', records, { t: 'a', n: 50 })
  for (const body of [{ n: 1 }, { n: 11 }, { t: 'secret' }, { t: 'b' }]) await server.ask('PATCH', `${records}/${made.id}`, body)
  expect((await server.ask('POST', '/api/collections/registry/records', { name: 'other' })).status).toBe(200)
  await server.ask('DELETE', `${records}/${made.id}`)
  await receiver.expectReceived(2)
  // The filter is checked on the record as each change has left it, not on the deleted one.
  expect(receiver.received.map(({ json }) => [json.data.record?.n, json.data.record?.t])).toEqual([
    [11, 'a'],
    [11, 'b'],
  ])
})

test('the filter of a web hook has the meaning of 0.22, also where rules have the one of later versions', async () => {
  const [server, receiver] = [await startHookServer(), await startReceiver()]
  const { json: posts } = await server.ask('GET', '/api/collections/posts')
  await server.createHook({ url: receiver.url, collections: [posts.id], events: ['update'], filter: 'tags.name != "internal"' })
  expect((await server.ask('PATCH', '/api/settings/dialect', { rules: 'today' })).status).toBe(200)
  for (const [id, tags] of [
    ['post00000000001', []],
    ['post00000000002', ['tag000000000001']],
  ] as const) {
    const { status, text } = await server.ask('PATCH', `/api/collections/posts/records/${id}`, { tags })
    expect(status, text).toBe(200)
  }
  await receiver.expectReceived(1)
  expect(receiver.received.map(({ json }) => json.data.recordId)).toEqual(['post00000000002'])
})

test('a web hook receives the emails of auth records, but no password hash and no token key', async () => {
  const [server, receiver] = [await startHookServer(), await startReceiver()]
  await server.createHook({ url: receiver.url })
  const response = await server.ask('POST', '/api/collections/users/records', {
    username: 'hooked',
    email: 'hooked@readers.example',
    password: 'a long password 1',
    passwordConfirm: 'a long password 1',
    name: 'Hooked',
  })
  expect(response.status, response.text).toBe(200)
  await receiver.expectReceived(1)
  const [message] = receiver.received
  expect(message?.json.data.record).toMatchObject({ username: 'hooked', email: 'hooked@readers.example' })
  expect(message?.body).not.toMatch(/passwordHash|tokenKey|lastResetSentAt|\$2[aby]\$/)
  const stored = JSON.stringify(querySharedSql(server.dataDir, 'SELECT content FROM "_cofferEvents"'))
  expect(stored).toContain('hooked')
  expect(stored).not.toMatch(/passwordHash|tokenKey|\$2[aby]\$/)
})

test('a web hook receives the records that a deletion also changes or deletes', async () => {
  const [server, receiver] = [await startHookServer(), await startReceiver()]
  await server.createHook({ url: receiver.url })
  const path = (collection: string) => `/api/collections/${collection}/records`
  const { json: posts } = await server.ask(
    'GET',
    `${path('posts')}?filter=${encodeURIComponent('comments_via_post.id != ""')}&perPage=1`,
  )
  const [post] = posts.items as { id: string }[]
  const comments = await server.ask('GET', `${path('comments')}?filter=${encodeURIComponent(`post = "${post?.id}"`)}`)
  expect((await server.ask('DELETE', `${path('posts')}/${post?.id}`)).status).toBe(204)
  const deleted = () =>
    receiver.received.filter(({ json }) => json.type === 'record.deleted').map(({ json }) => json.data.recordId)
  const expected = [post?.id, ...(comments.json.items as { id: string }[]).map(({ id }) => id)]
  expect(expected.length).toBeGreaterThan(1)
  await expect.poll(deleted).toEqual(expect.arrayContaining(expected))
})

test('a failed delivery is repeated with the same id and body, and later changes of the record wait for it', async () => {
  let failures = 2
  const server = await startHookServer()
  const receiver = await startReceiver(({ json }) => (json.data.record?.t === 'first' && failures-- > 0 ? { status: 500 } : {}))
  await server.createHook({ url: receiver.url })
  const { json: first } = await server.ask('POST', records, { t: 'first', n: 1 })
  await server.ask('PATCH', `${records}/${first.id}`, { t: 'second' })
  await server.ask('POST', records, { t: 'another' })
  await receiver.expectReceived(5)
  const ofFirst = receiver.received.filter(({ json }) => json.data.recordId === first.id)
  expect(ofFirst.map(({ json }) => json.data.record?.t)).toEqual(['first', 'first', 'first', 'second'])
  const [one, again] = ofFirst
  expect([again?.headers['webhook-id'], again?.body]).toEqual([one?.headers['webhook-id'], one?.body])
})

test('a delivery that fails in all attempts is parked with its error, and can be sent again', async () => {
  let isBroken = true
  const server = await startHookServer({ retryDelaysMs: [20, 20] })
  const receiver = await startReceiver(() => (isBroken ? { status: 503, body: 'out of order' } : { body: 'thanks', status: 200 }))
  const hook = await server.createHook({ url: receiver.url })
  await server.ask('POST', records, { t: 'one' })
  await expect.poll(async () => (await server.deliveries(hook.id))[0]?.state).toBe('parked')
  const [parked] = await server.deliveries(hook.id)
  expect(parked).toMatchObject({
    attempts: 3,
    last: { status: 503, response: 'out of order', error: 'The receiver responded with status 503.' },
  })
  expect(parked?.body).toMatchObject({ type: 'record.created' })
  expect(receiver.received).toHaveLength(3)
  isBroken = false
  expect((await server.ask('POST', `/api/web-hooks/${hook.id}/deliveries/${parked?.id}/send`)).status).toBe(204)
  await receiver.expectReceived(4)
  await expect.poll(async () => (await server.deliveries(hook.id))[0]).toMatchObject({ state: 'delivered', attempts: 1 })
  expect(receiver.received[3]?.headers['webhook-id']).toBe(parked?.message)
  const [listed] = JSON.parse((await server.ask('GET', '/api/web-hooks')).text)
  expect(listed).toMatchObject({ id: hook.id, secret: '******', deliveries: { waiting: 0, delivered: 1, parked: 0 } })
})

test('a delivery is not repeated to a receiver that is gone, and one that is redirected asks for the final URL', async () => {
  const server = await startHookServer({ retryDelaysMs: [20] })
  const gone = await startReceiver(() => ({ status: 410 }))
  const moved = await startReceiver(() => ({ status: 302, headers: { location: gone.url } }))
  const [goneHook, movedHook] = [await server.createHook({ url: gone.url }), await server.createHook({ url: moved.url })]
  await server.ask('POST', records, { t: 'one' })
  for (const [hook, attempts] of [
    [goneHook, 1],
    [movedHook, 2],
  ] as const)
    await expect.poll(async () => (await server.deliveries(hook.id))[0]).toMatchObject({ state: 'parked', attempts })
  expect((await server.deliveries(movedHook.id))[0]?.last.error).toContain('Enter the final URL')
  expect(gone.received).toHaveLength(1)
})

test('a receiver that responds with 410 is disabled, and receives what waits once it is enabled again', async () => {
  let isGone = true
  const receiver = await startReceiver(() => ({ status: isGone ? 410 : 204 }))
  const server = await startHookServer()
  const hook = await server.createHook({ url: receiver.url })
  const listed = async () => JSON.parse((await server.ask('GET', '/api/web-hooks')).text)[0]
  await server.ask('POST', records, { t: 'one' })
  await expect.poll(listed).toMatchObject({ enabled: false, deliveries: { waiting: 0, parked: 1 } })
  expect((await server.deliveries(hook.id))[0]?.last.error).toBe(
    'The receiver responded with status 410, so the web hook was disabled.',
  )
  await server.ask('POST', records, { t: 'not collected' })
  isGone = false
  expect((await server.ask('PATCH', `/api/web-hooks/${hook.id}`, { enabled: true })).status).toBe(200)
  await server.ask('POST', records, { t: 'two' })
  await receiver.expectReceived(2)
  expect(receiver.received.map(({ json }) => json.data.record?.t)).toEqual(['one', 'two'])
})

test('a test message is signed and is one of the deliveries; a disabled or missing web hook rejects it', async () => {
  const [server, receiver] = [await startHookServer(), await startReceiver()]
  const hook = await server.createHook({ url: receiver.url, events: ['delete'] })
  const path = `/api/web-hooks/${hook.id}/test`
  expect((await server.ask('POST', path, undefined, '')).status).toBe(401)
  expect((await server.ask('POST', path)).status).toBe(204)
  await receiver.expectReceived(1)
  const [message] = receiver.received
  expect(message?.json).toMatchObject({ type: 'test', data: {} })
  expect(message && isSignedWith(hook.secret, message)).toBe(true)
  await expect.poll(() => server.deliveries(hook.id)).toMatchObject([{ state: 'delivered', body: { type: 'test' } }])
  await server.ask('PATCH', `/api/web-hooks/${hook.id}`, { enabled: false })
  const rejected = await server.ask('POST', path)
  expect([rejected.status, rejected.json.message]).toEqual([400, 'The web hook is disabled. Enable it first.'])
  expect((await server.ask('POST', '/api/web-hooks/nothing00000000/test')).status).toBe(404)
  await receiver.expectReceived(1)
})

test('changes made while the receiver and then the server are down are delivered after the next start', async () => {
  const server = await startHookServer({ retryDelaysMs: Array(1000).fill(100) })
  const port = await findFreePort()
  await server.createHook({ url: `http://127.0.0.1:${port}/hook` })
  for (let n = 1; n <= 5; n += 1) await server.ask('POST', records, { t: 'down', n })
  await server.stop()
  const back = await openReceiver(undefined, { port })
  try {
    await server.start()
    await back.expectReceived(5)
    expect(back.received.map(({ json }) => json.data.record?.n).sort()).toEqual([1, 2, 3, 4, 5])
  } finally {
    await back.close()
  }
})

test('a disabled web hook receives nothing, and continues with what had waited when it is enabled', async () => {
  const server = await startHookServer({ retryDelaysMs: Array(1000).fill(100) })
  let isBroken = true
  const receiver = await startReceiver(() => (isBroken ? { disconnects: true } : {}))
  const hook = await server.createHook({ url: receiver.url })
  await server.ask('POST', records, { t: 'before' })
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
  await server.ask('PATCH', `/api/web-hooks/${hook.id}`, { enabled: false })
  await server.ask('POST', records, { t: 'disabled' })
  // An attempt that was under way must still fail.
  await wait(200)
  const before = receiver.received.length
  isBroken = false
  await wait(400)
  expect(receiver.received).toHaveLength(before)
  await server.ask('PATCH', `/api/web-hooks/${hook.id}`, { enabled: true })
  await receiver.expectReceived(before + 1)
  await server.ask('POST', records, { t: 'after' })
  await receiver.expectReceived(before + 2)
  expect(receiver.received.slice(before).map(({ json }) => json.data.record?.t)).toEqual(['before', 'after'])
})

test('a slow receiver delays neither another web hook nor the response', async () => {
  const server = await startHookServer()
  const [slow, quick] = [await startReceiver(() => ({ hangs: true })), await startReceiver()]
  await server.createHook({ url: slow.url })
  await server.createHook({ url: quick.url })
  for (let n = 0; n < 10; n += 1) expect((await server.ask('POST', records, { n })).status).toBe(200)
  await quick.expectReceived(10)
  expect(slow.received).toHaveLength(4)
})

test('nothing is logged until a web hook is created, and then only the changes that it needs', async () => {
  const server = await startHookServer()
  const countLogged = () => Number(querySharedSql(server.dataDir, 'SELECT COUNT(*) FROM "_cofferEvents"')[0]?.[0])
  await server.ask('POST', records, { t: 'one' })
  if (databaseOfRun() === 'sqlite') expect(countLogged).toThrow(/_cofferEvents/)
  else expect(countLogged()).toBe(0)
  await server.createHook({ url: 'http://127.0.0.1:9/', events: ['delete'] })
  const { json: made } = await server.ask('POST', records, { t: 'two' })
  expect(countLogged()).toBe(0)
  await server.ask('DELETE', `${records}/${made.id}`)
  expect(countLogged()).toBe(1)
})
