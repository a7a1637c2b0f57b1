import PocketBase from 'pocketbase-today'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askApi, type RequestOptions } from '../../harness/askApi.ts'
import { openPbHooks } from '../../harness/openPbHooks.ts'
import { signToken } from '../../harness/signToken.ts'
import { storedFiles } from '../../harness/storedFiles.ts'
import { startProgram } from '../apiDocs/startProgram.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { startCodeServer } from '../hooks/harness.ts'

let magazine: ServedMagazine
let today: PocketBase
beforeAll(async () => {
  magazine = await serveMagazine('pool')
  today = new PocketBase(`http://127.0.0.1:${magazine.port}/today`)
  today.autoCancellation(false)
  await setBatch({ enabled: true, maxRequests: 6, timeout: 60 })
})
afterAll(() => magazine.close())

async function setBatch(batch: object) {
  const { status } = await askApi(magazine.port, 'PATCH', '/today/api/settings', { token: magazine.admin, body: { batch } })
  expect(status).toBe(200)
}

const post = (options: RequestOptions) => askApi(magazine.port, 'POST', '/today/api/batch', options)
async function send(requests: object[], token?: string) {
  const { status, text } = await post({ token, body: { requests } })
  return { status, json: JSON.parse(text) }
}
const create = (collection: string, body: object) => ({ method: 'POST', url: `/api/collections/${collection}/records`, body })
const file = (name: string) => new File(['hello'], name, { type: 'text/plain' })
const stored = () => storedFiles(magazine.dataDir, 'mgscratch000001')

test('the SDK creates, upserts, updates and deletes in one batch, with files', async () => {
  const batch = today.createBatch()
  batch.collection('scratch').create({ t: 'one', f2: [file('first.txt'), file('second.txt')] })
  batch.collection('scratch').upsert({ id: 'batchsdk0000001', t: 'new' })
  batch.collection('scratch').upsert({ id: 'batchsdk0000001', t: 'changed', f1: file('third.txt') }, { fields: 't,f1' })
  batch.collection('scratch').update('batchsdk0000001', { 'n+': 3 })
  batch.collection('scratch').delete('batchsdk0000001')
  const results = await batch.send()
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200, 204])
  expect(results[0]?.body.f2).toEqual([expect.stringMatching(/^first_/), expect.stringMatching(/^second_/)])
  expect(results[2]?.body).toEqual({ t: 'changed', f1: expect.stringMatching(/^third_/) })
  expect(results[3]?.body).toMatchObject({ t: 'changed', n: 3 })
  // The file of the deleted record is removed shortly after the response.
  const left = () => stored().flatMap(path => /(first|second|third)_\w+\.txt$/.exec(path)?.[1] ?? [])
  await expect.poll(left).toEqual(['first', 'second'])
  await today.collection('scratch').delete(results[0]?.body.id)
})

test('a failed batch changes nothing, leaves no file and sends no event, and a later batch sends its event', async () => {
  const { printed } = startProgram(`
    import PocketBase from 'pocketbase-today'
    const client = new PocketBase('http://127.0.0.1:${magazine.port}/today')
    await client.collection('scratch').subscribe('*', ({ action, record }) => console.log(action + ' ' + record.t))
    console.log('ready')`)
  await expect.poll(printed, { timeout: 20_000 }).toContain('ready')
  const before = stored()
  const form = new FormData()
  const requests = [create('scratch', { t: 'undone' }), create('scratch', { t: 'undone, too' }), create('scratch', { e: 'bad' })]
  form.append('@jsonPayload', JSON.stringify({ requests }))
  form.append('requests.0.f2', file('lost.txt'))
  form.append('requests[1].f2+', file('lost, too.txt'))
  const failed = await post({ body: form })
  expect([failed.status, failed.json]).toEqual([
    400,
    {
      status: 400,
      message: 'Batch transaction failed.',
      data: { requests: { 2: expect.objectContaining({ code: 'batch_request_failed' }) } },
    },
  ])
  expect(stored()).toEqual(before)
  expect((await today.collection('scratch').getList(1, 1, { filter: 't ~ "undone"' })).totalItems).toBe(0)
  expect((await send([create('scratch', { t: 'heard' })])).status).toBe(200)
  await expect.poll(printed, { timeout: 20_000 }).toContain('create heard')
  expect(printed()).not.toContain('undone')
})

test('a record can refer to one that is created before it in the batch, also if it has a password', async () => {
  await magazine.change('POST', '', {
    name: 'members',
    type: 'auth',
    createRule: '',
    schema: [
      { name: 'team', type: 'relation', options: { collectionId: 'mgscratch000001', maxSelect: 1, cascadeDelete: false } },
    ],
    options: { allowUsernameAuth: true, minPasswordLength: 8 },
  })
  const member = { password: 'long-enough-1', passwordConfirm: 'long-enough-1', team: 'batchteam000001' }
  const made = await send([create('scratch', { id: 'batchteam000001' }), create('members', member)])
  expect(made.json.map(({ status }: { status: number }) => status)).toEqual([200, 200])
  const alone = await send([create('members', member), create('members', { ...member, team: 'missing00000000' })])
  expect(alone.json.data.requests).toEqual({ 1: expect.anything() })
})

describe('rules of a batch', () => {
  test('each request has the rules of its collection, its own method and the context of a batch', async () => {
    const inBatch = '@request.context = "batch" && @request.query.key = "k"'
    const rules = { listRule: '', viewRule: '', createRule: `@request.method = "POST" && ${inBatch}` }
    await magazine.change('POST', '', {
      name: 'guarded',
      type: 'base',
      schema: [{ name: 't', type: 'text' }],
      ...rules,
      updateRule: `@request.method = "PATCH" && ${inBatch} && @request.data.t = "new"`,
      deleteRule: `@request.method = "DELETE" && ${inBatch}`,
    })
    const url = '/api/collections/guarded/records'
    const id = 'guarded00000001'
    const changes = (key: string, t = 'new') => [
      { method: 'PUT', url: `${url}?key=${key}`, body: { id, t: 'old' } },
      { method: 'PUT', url: `${url}?key=${key}`, body: { id, t } },
      { method: 'DELETE', url: `${url}/${id}?key=${key}` },
    ]
    expect((await send(changes('k'))).json).toMatchObject([{ body: { t: 'old' } }, { body: { t: 'new' } }, { body: null }])
    expect((await send(changes('x'))).json.data.requests).toEqual({ 0: expect.anything() })
    expect((await send(changes('k', 'other'))).json.data.requests[1].response).toMatchObject({ status: 404 })
    expect((await post({ body: { requests: [create('guarded', { t: 'x' })] } })).status).toBe(400)
  })

  test('headers of an inner request neither sign in nor reach rules', async () => {
    const token = signToken(magazine.dataDir, 'auth', 'users:alice')
    const update = { method: 'PATCH', url: '/api/collections/users/records/alice0000000001', body: { name: 'Taken' } }
    const taken = await send([{ ...update, headers: { authorization: token } }])
    expect(taken.json.data.requests[0].response.status).toBe(404)
    expect((await send([update], token)).status).toBe(200)
  })
})

describe('limits of a batch', () => {
  test.each<[string, unknown, string]>([
    ['no requests', [], 'Invalid batch request data.'],
    ['more requests than the settings allow', Array(7).fill(create('scratch', {})), 'Invalid batch request data.'],
    ['requests that are no list', 'x', 'Failed to read the submitted batch data.'],
    ['a request that is no object', [1], 'Failed to read the submitted batch data.'],
    ['a body that is a list', [{ ...create('scratch', {}), body: [1] }], 'Failed to read the submitted batch data.'],
    ['another route', [{ method: 'POST', url: '/api/collections' }], 'Batch transaction failed.'],
    ['another method', [{ method: 'GET', url: '/api/collections/scratch/records' }], 'Batch transaction failed.'],
    ['a view', [create('post_stats', {})], 'Batch transaction failed.'],
    ['an unknown collection', [create('nothing', {})], 'Batch transaction failed.'],
    ['an invalid list of fields', [{ ...create('scratch', {}), url: '/api/collections/scratch/records?fields=a:b(' }], 'Batch'],
  ])('rejects %s', async (_, requests, message) => {
    const { status, json } = await post({ body: { requests } })
    expect([status, json.message]).toEqual([400, expect.stringContaining(message)])
  })

  test('rejects values of a form outside of its payload, and a body of another type', async () => {
    const form = new FormData()
    form.append('@jsonPayload', JSON.stringify({ requests: [create('scratch', {})] }))
    form.append('requests.0.t', 'ignored')
    expect((await post({ body: form })).status).toBe(400)
    expect((await post({ body: 'requests', headers: { 'Content-Type': 'text/plain' } })).status).toBe(400)
  })

  test('rejects a body that is longer than the settings allow, and every batch while batches are off', async () => {
    await setBatch({ maxBodySize: 100 })
    expect((await send([create('scratch', { t: 'x'.repeat(100) })])).status).toBe(413)
    await setBatch({ maxBodySize: 0 })
    await setBatch({ enabled: false })
    expect((await send([create('scratch', {})])).json.message).toBe('Batch requests are not allowed.')
    await setBatch({ enabled: true })
  })
})

test('hooks are called before each change of a batch, and reject all of it', async () => {
  const { ask, texts } = await startCodeServer({
    'hooks.ts': `
import { onRecord, reject } from 'coffer'
onRecord('scratch', {
  beforeCreate({ input }) {
    if (input.t === 'bad') reject('The text is bad.')
    input.t = input.t + '!'
  },
  beforeUpdate({ input, record }) {
    input.t = (record?.t ?? 'none') + ' -> ' + input.t
  },
})`,
  })
  await ask('PATCH', '/today/api/settings', { batch: { enabled: true, timeout: 60 } })
  const run = (...requests: object[]) => ask('POST', '/today/api/batch', { requests })
  const update = { method: 'PATCH', url: '/api/collections/scratch/records/batchhook000001', body: { t: 'b' } }
  const made = await run(create('scratch', { id: 'batchhook000001', t: 'a' }), update, create('registry', { name: 'free' }))
  expect(JSON.parse(made.text)).toMatchObject([{ body: { t: 'a!' } }, { body: { t: 'none -> b' } }, { status: 200 }])
  expect(JSON.parse((await run(update)).text)).toMatchObject([{ body: { t: 'none -> b -> b' } }])
  const rejected = await run(create('scratch', { t: 'good' }), create('scratch', { t: 'bad' }))
  expect([rejected.status, rejected.json.message]).toEqual([400, 'The text is bad.'])
  expect(await texts('t = "good!"')).toEqual([])
})

test('hooks of pb_hooks are called before and after the changes of a batch in their order, and one that throws changes nothing', async () => {
  const { coffer, dataDir } = await openPbHooks(`
onRecordBeforeCreateRequest((e) => {
  if (e.record.get('t') === 'bad') throw new BadRequestError('The text is bad.')
  e.record.set('t', e.record.get('t') + '!')
}, 'scratch')
onModelBeforeUpdate((e) => e.model.set('t', e.model.originalCopy().get('t') + ' -> ' + e.model.get('t')), 'scratch')
onRecordAfterCreateRequest((e) => console.log('created', e.record.get('t')), 'scratch')
onModelAfterUpdate((e) => console.log('updated', e.model.get('t')), 'scratch')
onRecordBeforeDeleteRequest((e) => null, 'media')
`)
  const token = signToken(dataDir, 'auth', 'admin')
  const call = (method: string, path: string, body: object) => askApi(coffer.port, method, path, { token, body })
  await call('PATCH', '/today/api/settings', { batch: { enabled: true, timeout: 60 } })
  const run = (...requests: object[]) => call('POST', '/today/api/batch', { requests })
  const id = 'batchscript0001'
  const made = await run(create('scratch', { id, t: 'a' }), create('scratch', { t: 'b' }), create('registry', { name: 'free' }))
  expect([made.status, JSON.parse(made.text)]).toMatchObject([
    200,
    [{ body: { id, t: 'a!' } }, { body: { t: 'b!' } }, { status: 200 }],
  ])
  const update = { method: 'PATCH', url: `/api/collections/scratch/records/${id}`, body: { t: 'c' } }
  expect(JSON.parse((await run(update, create('scratch', { t: 'd' }))).text)).toMatchObject([
    { body: { t: 'a! -> c' } },
    { body: { t: 'd!' } },
  ])
  await expect
    .poll(() => coffer.output().match(/(?:created|updated) .*/g))
    .toEqual(['created a!', 'created b!', 'updated a! -> c', 'created d!'])
  const rejected = await run(create('scratch', { t: 'good' }), create('scratch', { t: 'bad' }))
  expect([rejected.status, rejected.json.message]).toEqual([400, 'The text is bad.'])
  const failed = await run(create('scratch', { t: 'good' }), create('tags', {}))
  expect([failed.status, Object.keys((failed.json.data as { requests: object }).requests)]).toEqual([400, ['1']])
  const { json } = await askApi(coffer.port, 'GET', "/api/collections/scratch/records?filter=t='good!'", { token })
  expect(json.totalItems).toBe(0)
  const later = await run(create('scratch', { id: 'batchscript0002', t: 'e' }), {
    ...update,
    url: update.url.replace(id, 'batchscript0002'),
  })
  expect(JSON.stringify(later.json.data)).toContain('Send the request by itself')
  const removal = { method: 'DELETE', url: '/api/collections/media/records/missing00000000' }
  expect(JSON.stringify((await run(removal)).json.data)).toContain('Send the request by itself')
}, 60_000)

describe('superusers in a batch', () => {
  const form = { email: 'batched@magazine.example', password: 'long-enough-1', passwordConfirm: 'long-enough-1' }
  const emails = async () => {
    const { json } = await askApi(magazine.port, 'GET', '/today/api/collections/_superusers/records', { token: magazine.admin })
    return (json.items as { email: string }[]).map(({ email }) => email)
  }
  const url = '/api/collections/_superusers/records'

  test('superusers are created, upserted, changed and deleted together with records', async () => {
    const id = 'batchedadmin001'
    const { status, json } = await send(
      [
        { method: 'PUT', url, body: { id, ...form } },
        create('tags', { name: 'with a superuser' }),
        { method: 'PUT', url: `${url}?fields=id,email`, body: { id, email: 'changed@magazine.example' } },
        { method: 'PATCH', url: `/api/collections/pbc_3142635823/records/${id}`, body: { email: form.email } },
      ],
      magazine.admin,
    )
    expect([status, json.map((one: { status: number }) => one.status)]).toEqual([200, [200, 200, 200, 200]])
    expect(json[0].body).toMatchObject({ id, email: form.email, collectionName: '_superusers', verified: true })
    expect(JSON.stringify(json)).not.toMatch(/tokenKey|passwordHash/)
    expect(json[2].body).toEqual({ id, email: 'changed@magazine.example' })
    const signIn = { identity: form.email, password: form.password }
    expect((await askApi(magazine.port, 'POST', '/api/admins/auth-with-password', { body: signIn })).status).toBe(200)
    const removal = { method: 'DELETE', url: `${url}/${id}` }
    expect((await send([removal], magazine.admin)).json).toEqual([{ body: null, status: 204 }])
    expect(await emails()).not.toContain(form.email)
  })

  test('a failed change of a superuser or of a record changes neither', async () => {
    const taken = { method: 'POST', url, body: { ...form, email: 'editor@magazine.example' } }
    const failed = await send([create('tags', { name: 'not kept' }), taken], magazine.admin)
    expect(failed.json.data.requests[1].response.data).toEqual({ email: expect.anything() })
    const other = await send([{ method: 'POST', url, body: form }, create('tags', {})], magazine.admin)
    expect([other.status, Object.keys(other.json.data.requests)]).toEqual([400, ['1']])
    expect(await emails()).not.toContain(form.email)
    const all = magazine.query('SELECT id FROM _admins').map(([id]) => ({ method: 'DELETE', url: `${url}/${id}` }))
    const last = await send(all, magazine.admin)
    expect(last.json.data.requests[all.length - 1].response.message).toBe("You can't delete the only existing superuser.")
    expect(await emails()).toContain('editor@magazine.example')
  })

  test.each([
    ['a guest', () => undefined],
    ['a user', () => signToken(magazine.dataDir, 'auth', 'users:bob')],
  ])('%s cannot change superusers', async (_, token) => {
    for (const path of [url, '/api/collections/_SUPERUSERS/records', '/api/collections/pbc_3142635823/records']) {
      const { status, json } = await send([{ method: 'POST', url: path, body: form }], token())
      expect([status, json.data.requests[0].response.status]).toEqual([400, 403])
    }
    expect(await emails()).not.toContain(form.email)
  })
})
