import { expect, test } from 'vitest'
import { querySharedSql } from '../../harness/queryDatabase.ts'
import { records, startHookServer, startReceiver } from './harness.ts'

const url = 'https://receiver.example/hook'

test('the secret of a web hook is shown once: when it is created or replaced', async () => {
  const server = await startHookServer()
  const { id, secret } = await server.createHook({ url })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const change = async (body: object) => (await server.ask('PATCH', `/api/web-hooks/${id}`, body)).json.secret
  expect(await change({ enabled: false })).toBe('******')
  expect(await change({ secret: '******' })).toBe('******')
  const replaced = String(await change({ secret: '' }))
  expect(replaced).toMatch(/^whsec_/)
  expect(replaced).not.toBe(secret)
  expect((await server.ask('GET', '/api/web-hooks')).text).not.toContain('whsec_')
  const own = `whsec_${btoa('x'.repeat(24))}`
  expect(await change({ secret: own })).toBe(own)
})

test.each([
  [{}, { url: 'Cannot be blank.' }],
  [{ url: 'ftp://x.example' }, { url: 'Must be a URL that begins with https:// or http://.' }],
  [{ url: 'https://me:pw@x.example' }, { url: 'Remove the name and password: the signature says who sends it.' }],
  [{ url, events: [] }, { events: 'Choose at least one event.' }],
  [{ url, events: ['created'] }, { events: 'Choose from create, update, delete.' }],
  [{ url, collections: ['nothing'] }, { collections: 'Choose collections that exist.' }],
  [{ url, filter: 'n >' }, { filter: expect.stringContaining('The filter is invalid') }],
  [{ url, filter: 'nothing = 1' }, { filter: expect.stringContaining('nothing') }],
  [{ url, secret: 'whsec_short' }, { secret: expect.stringContaining('24 to 64') }],
])('a web hook with the options %j is rejected', async (options, issues) => {
  const server = await startHookServer()
  const { status, json } = await server.ask('POST', '/api/web-hooks', options)
  expect(status).toBe(400)
  const found = Object.entries(json.data as Record<string, { message: string }>).map(([field, { message }]) => [field, message])
  expect(Object.fromEntries(found)).toEqual(issues)
})

test('a view is rejected as the collection of a web hook', async () => {
  const server = await startHookServer()
  const { json: view } = await server.ask('GET', '/api/collections/post_stats')
  const { json } = await server.ask('POST', '/api/web-hooks', { url, collections: [view.id] })
  expect(json.data).toMatchObject({ collections: { message: expect.stringContaining('Records of views do not change') } })
})

test('an unknown web hook or delivery is missing', async () => {
  const server = await startHookServer()
  const { id } = await server.createHook({ url })
  for (const [method, path] of [
    ['PATCH', '/api/web-hooks/nothing'],
    ['DELETE', '/api/web-hooks/nothing'],
    ['GET', '/api/web-hooks/nothing/deliveries'],
    ['POST', `/api/web-hooks/${id}/deliveries/7/send`],
    ['POST', `/api/web-hooks/${id}/deliveries/x/send`],
  ] as const)
    expect([path, (await server.ask(method, path, method === 'PATCH' ? {} : undefined)).status]).toEqual([path, 404])
})

test('at most 50 web hooks can be created', async () => {
  const server = await startHookServer()
  const made = await Promise.all(Array.from({ length: 51 }, () => server.ask('POST', '/api/web-hooks', { url, enabled: false })))
  expect(made.filter(({ status }) => status === 200)).toHaveLength(50)
  expect(made.find(({ status }) => status !== 200)?.json.message).toBe('There are 50 web hooks already. Delete one first.')
})

test('a filter that has become invalid parks the delivery with the reason', async () => {
  const [server, receiver] = [await startHookServer(), await startReceiver()]
  const { json: scratch } = await server.ask('GET', '/api/collections/scratch')
  const hook = await server.createHook({ url: receiver.url, collections: [scratch.id], filter: 'n > 1' })
  const schema = (scratch.schema as { name: string }[]).filter(({ name }) => name !== 'n')
  const changed = await server.ask('PATCH', '/api/collections/scratch', { schema, indexes: [] })
  expect(changed.status, changed.text).toBe(200)
  await server.ask('POST', records, { t: 'one' })
  await expect.poll(async () => (await server.deliveries(hook.id))[0]).toMatchObject({ state: 'parked', attempts: 0 })
  expect((await server.deliveries(hook.id))[0]?.last.error).toMatch(/^The filter could not be checked: .*n/)
  expect(receiver.received).toHaveLength(0)
})

test('deleting a web hook deletes its deliveries and ends their attempts', async () => {
  const server = await startHookServer({ retryDelaysMs: Array(100).fill(50) })
  const receiver = await startReceiver(() => ({ status: 500 }))
  const hook = await server.createHook({ url: receiver.url })
  await server.ask('POST', records, { t: 'one' })
  await expect.poll(() => receiver.received.length).toBeGreaterThan(1)
  expect((await server.ask('DELETE', `/api/web-hooks/${hook.id}`)).status).toBe(204)
  await new Promise(resolve => setTimeout(resolve, 150))
  const before = receiver.received.length
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(receiver.received.length).toBe(before)
  expect(Number(querySharedSql(server.dataDir, 'SELECT COUNT(*) FROM "_cofferDeliveries"')[0]?.[0])).toBe(0)
})

test('without the option, web hooks send neither to private addresses nor to names that lead there', async () => {
  const server = await startHookServer({ args: [] })
  const receiver = await startReceiver()
  const { port } = receiver
  const urls = [
    receiver.url,
    `http://localhost:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://0:${port}/`,
  ]
  const hooks = await Promise.all(urls.map(to => server.createHook({ url: to })))
  await server.ask('POST', records, { t: 'one' })
  for (const { id } of hooks) {
    await expect.poll(async () => (await server.deliveries(id))[0]).toMatchObject({ state: 'parked', attempts: 1 })
    expect((await server.deliveries(id))[0]?.last.error).toContain('is a private address')
  }
  expect(receiver.received).toHaveLength(0)
})
