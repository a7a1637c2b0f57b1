import { expect, test } from 'vitest'
import { signToken } from '../../harness/signToken.ts'
import { records, startCodeServer } from './harness.ts'

const slugs = `
import { onRecord, reject } from 'coffer'
onRecord('scratch', {
  async beforeCreate(event) {
    if (event.input.t === 'bad') reject('The text is bad.', { t: 'Choose another text.' })
    await new Promise(resolve => setTimeout(resolve, 5))
    event.input.t = \`\${event.input.t as string} by \${event.user.kind}\`
  },
  beforeUpdate({ input, record }) {
    input.t = \`\${record?.t} -> \${input.t}\`
  },
  beforeDelete({ record }) {
    if (record?.n === 7) reject('Seven stays.')
  },
})`

test.each(['inline', 'pool'] as const)('hooks change and reject what requests submit, in %s threads', async threads => {
  const { ask, dataDir } = await startCodeServer({ 'slugs.ts': slugs }, {}, threads)
  const created = await ask('POST', records, { t: 'one', n: 7 })
  expect(created.json).toMatchObject({ t: 'one by admin', n: 7 })
  expect((await ask('POST', records, { t: 'two' }, '')).json.t).toBe('two by guest')
  expect((await ask('POST', records, { t: 'three' }, signToken(dataDir, 'auth', 'users:bob'))).json.t).toBe('three by authRecord')

  const rejected = await ask('POST', records, { t: 'bad' })
  expect([rejected.status, rejected.json]).toEqual([
    400,
    {
      code: 400,
      message: 'The text is bad.',
      data: { t: { code: 'validation_invalid_value', message: 'Choose another text.' } },
    },
  ])
  const one = `${records}/${created.json.id}`
  expect((await ask('PATCH', one, { t: 'new' })).json.t).toBe('one by admin -> new')
  expect(await ask('DELETE', one)).toMatchObject({ status: 400, json: { message: 'Seven stays.' } })
  await ask('PATCH', one, { n: 8 })
  expect((await ask('DELETE', one)).status).toBe(204)
  // What hooks leave is validated like what clients send.
  expect((await ask('PATCH', `${records}/missing00000000`, { t: 'x' })).status).toBe(404)
})

test('hooks read and write records as the server, as the client and as an auth record, without calling themselves', async () => {
  const { ask, texts } = await startCodeServer({
    'access.ts': `
import { data, dataAs, onRecord } from 'coffer'
onRecord('scratch', {
  async beforeCreate(event) {
    const copy = await data.collection('scratch').create({ t: 'copy' })
    await data.collection('scratch').update(copy.id, { t: 'changed copy' })
    const found = await data.collection('scratch').getFirstListItem('t = "changed copy"')
    const page = await data.collection('clients').getList(1, 1)
    const asClient = await event.data.collection('clients').getList(1, 1)
    const asBob = await dataAs('users', 'bob000000000001').collection('users').getOne('bob000000000001')
    const missing = await data.collection('scratch').getOne('missing00000000').catch(error => error.status)
    await data.collection('scratch').delete(found.id)
    event.input.t = JSON.stringify([found.t, page.totalItems > 0, asClient.totalItems > 0, asBob.username, missing])
  },
})`,
  })
  const { json } = await ask('POST', records, { t: 'x' }, '')
  expect(json.t).toBe('["changed copy",true,false,"bob",404]')
  expect(await texts('t ~ "copy"')).toEqual([json.t])
})

test('hooks see the environment only as far as an option passes it on, and no property that only the server sets is taken from clients', async () => {
  process.env.COFFER_TEST_SECRET = 'secret'
  process.env.COFFER_TEST_GIVEN = 'given'
  const { ask } = await startCodeServer(
    {
      'env.ts': `
import { onRecord } from 'coffer'
onRecord('*', { beforeCreate: ({ input }) => { input.t = Object.values(process.env).join() } })`,
    },
    { variables: ['COFFER_TEST_GIVEN'] },
  )
  expect((await ask('POST', records, { t: 'x', hooked: {}, as: 'server' })).json.t).toBe('given')
})

test('creations beyond the 16 of a client that wait for hooks are rejected with 429 and create nothing, and other clients are served', async () => {
  const attacker = { 'X-Forwarded-For': '203.0.113.7' }
  const { ask, texts } = await startCodeServer({
    'wait.ts': `
import { data, onRecord } from 'coffer'
const isReleased = () => data.collection('tags').getFirstListItem('name = "release"').then(() => true, () => false)
onRecord('scratch', {
  async beforeCreate({ input }) {
    while (input.t === 'wait' && !(await isReleased())) await new Promise(resolve => setTimeout(resolve, 50))
  },
})`,
  })
  const create = (t: string, headers = attacker) => ask('POST', records, { t }, '', headers)
  const waiting = Promise.allSettled(Array.from({ length: 16 }, () => create('wait')))
  const limits = async () => JSON.parse((await ask('GET', '/api/load/limits')).text)
  const used = async () => (await limits()).resources.find(({ name }: { name: string }) => name === 'hookCalls').used
  await expect.poll(used).toBe(16)
  const rejected = await create('rejected')
  const message = 'Earlier requests of yours are still running. Please try again in a moment.'
  expect([rejected.status, rejected.headers.get('Retry-After'), rejected.json]).toEqual([
    429,
    '1',
    { code: 429, message, data: {} },
  ])
  expect((await limits()).rejections).toMatchObject([
    { address: '203.0.113.7', resource: 'hookCalls', outcome: 'rejected', count: 1 },
  ])
  expect((await create('served', { 'X-Forwarded-For': '198.51.100.3' })).status).toBe(200)
  expect(await texts('t = "wait" || t = "rejected" || t = "served"')).toEqual(['served'])

  expect((await ask('POST', '/api/collections/tags/records', { name: 'release' })).status).toBe(200)
  const stored = { status: 'fulfilled', value: { status: 200 } }
  expect(await waiting).toMatchObject(Array.from({ length: 16 }, () => stored))
  expect((await create('later')).status).toBe(200)
})
