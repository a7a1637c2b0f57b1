import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCounted, subscribe } from '../../harness/eventStreams.ts'
import { storedFiles } from '../../harness/storedFiles.ts'
import { records, startCodeServer, unhurried } from './harness.ts'

const access = `
import { data, dataAs, onRecord } from 'coffer'
const note = (values: unknown) => data.collection('registry').create({ name: JSON.stringify(values) })
onRecord('scratch', {
  async insideCreate({ record, user, data: own, collection }) {
    const stored = await data.collection('scratch').getOne(record.id)
    const { totalItems } = await data.collection('scratch').getList(1, 1, { filter: 't = "made"' })
    const ofClient = await own.collection('clients').getList(1, 1)
    const ofBob = await dataAs('users', 'bob000000000001').collection('users').getOne('bob000000000001')
    const gone = await data.collection('registry').create({ name: 'gone' })
    await data.collection('registry').update(gone.id, { name: 'changed' })
    await data.collection('registry').delete(gone.id)
    await note([stored.t, totalItems, ofClient.totalItems, ofBob.username, user.kind, collection.name])
    await data.collection('scratch').update(record.id, { 'n+': 7 })
  },
  async insideUpdate({ record, previous }) {
    await note([previous.t, record.t])
  },
  async insideDelete({ record }) {
    await note([record.t, await data.collection('scratch').getOne(record.id).catch(error => error.status)])
  },
})`

test.each(['inline', 'pool'] as const)(
  'hooks inside of transactions see the change, read and write as the server, the client and a record, and the response has what they leave, in %s threads',
  async threads => {
    const { ask, names } = await startCodeServer({ 'access.ts': access }, unhurried, threads)
    const created = await ask('POST', records, { t: 'made', n: 1 }, '')
    expect([created.status, created.json.t, created.json.n]).toEqual([200, 'made', 8])
    const one = `${records}/${created.json.id}`
    expect(await ask('PATCH', one, { t: 'changed' })).toMatchObject({ status: 200, json: { t: 'changed', n: 8 } })
    expect((await ask('DELETE', one)).status).toBe(204)
    const noted = (await names()).filter(name => name.startsWith('[') || name === 'changed')
    expect(noted.toSorted()).toEqual(['["made",1,0,"bob","guest","scratch"]', '["made","changed"]', '["changed",404]'].toSorted())
  },
)

const failing = `
import { data, onRecord, reject } from 'coffer'
async function run(t: string): Promise<void> {
  await data.collection('registry').create({ name: 'of ' + t })
  if (t === 'reject') reject('Not this one.', { t: 'Choose another text.' })
  if (t === 'throw') throw new Error('a private detail')
}
onRecord('scratch', {
  insideCreate: ({ record }) => run(record.t),
  insideUpdate: ({ record }) => run(record.t),
  insideDelete: ({ record }) => run(record.n === 7 ? 'reject' : record.t),
})`

test.each(['inline', 'pool'] as const)(
  'a change is undone with everything that its hook has changed if the hook rejects it or fails, in %s threads',
  async threads => {
    const { ask, names, texts } = await startCodeServer({ 'failing.ts': failing }, unhurried, threads)
    const issue = { code: 'validation_invalid_value', message: 'Choose another text.' }
    const rejection = { code: 400, message: 'Not this one.', data: { t: issue } }
    const failure = { code: 500, message: 'A hook of the server failed.', data: {} }
    expect(await ask('POST', records, { t: 'reject' })).toMatchObject({ status: 400, json: rejection })
    expect(await ask('POST', records, { t: 'throw' })).toMatchObject({ status: 500, json: failure })
    const { json } = await ask('POST', records, { t: 'fine', n: 7 })
    const one = `${records}/${json.id}`
    expect(await ask('PATCH', one, { t: 'reject' })).toMatchObject({ status: 400, json: rejection })
    expect(await ask('PATCH', one, { t: 'throw' })).toMatchObject({ status: 500, json: failure })
    expect(await ask('DELETE', one)).toMatchObject({ status: 400, json: rejection })
    expect((await ask('GET', one)).json).toMatchObject({ t: 'fine', n: 7 })
    expect(await texts('t = "reject" || t = "throw"')).toEqual([])
    expect((await names()).filter(name => name.startsWith('of '))).toEqual(['of fine'])

    const hooks = (await ask('GET', '/api/code')).json.hooks as object[]
    expect(hooks).toMatchObject([
      { key: 'failing.ts scratch insideCreate', time: 'inside', action: 'create', calls: 3, errors: 1 },
      { key: 'failing.ts scratch insideUpdate', time: 'inside', action: 'update', calls: 2, errors: 1 },
      { key: 'failing.ts scratch insideDelete', time: 'inside', action: 'delete', calls: 1, errors: 0 },
    ])
    const log = async () => (await ask('GET', '/api/logs?perPage=200')).text
    await expect.poll(log).toContain('Hook: failing.ts scratch insideUpdate')
    expect(await log()).toContain('a private detail')
  },
)

const files = `
import { data, mail, onRecord, reject } from 'coffer'
onRecord('registry', {
  async insideCreate({ record }) {
    const made = await data.collection('scratch').create({ t: 'with a file', f2: [new File(['content of one'], 'one.txt')] })
    const content = await (await data.collection('scratch').getFile(made.id, made.f2[0])).text()
    const batch = data.batch()
    batch.collection('scratch').update(made.id, { n: 4321 }, { where: 'n = 0' })
    batch.collection('scratch').create({ t: content })
    await batch.send()
    const sent = await mail.send({ to: 'a@readers.example', subject: 'x' }).catch(error => error.message)
    if (record.name === 'rejected') reject(sent)
  },
})`

test('files, batches and mails inside of a transaction: files are stored with its commit only, and mails are rejected', async () => {
  const { ask, texts, dataDir } = await startCodeServer({ 'files.ts': files }, unhurried, 'pool')
  const create = (name: string) => ask('POST', '/api/collections/registry/records', { name })
  const stored = () => storedFiles(dataDir, 'mgscratch000001')
  const before = stored()
  expect(await create('rejected')).toMatchObject({
    status: 400,
    json: { message: expect.stringMatching(/^A hook inside of a transaction cannot send mails/) },
  })
  expect([stored(), await texts('t = "content of one" || n = 4321')]).toEqual([before, []])
  expect((await create('accepted')).status).toBe(200)
  expect(await texts('t = "content of one" || n = 4321')).toEqual(expect.arrayContaining(['content of one', 'with a file']))
  expect(stored().filter(path => !before.includes(path))).toEqual([expect.stringMatching(/one_\w+\.txt$/)])
})

const waiting = `
import { existsSync, writeFileSync } from 'node:fs'
import { data, onRecord } from 'coffer'
onRecord('scratch', {
  async insideCreate({ record }) {
    await data.collection('registry').create({ name: 'of ' + record.t })
    writeFileSync('.waiting', '')
    while (!existsSync('.released')) await new Promise(resolve => setTimeout(resolve, 10))
  },
  async afterCreate({ record }) {
    await data.collection('tags').create({ name: 'after ' + record?.t })
  },
})`

test('a change is not visible, sends no event and calls no hook after it until the hook in its transaction has ended', async () => {
  const server = await startCodeServer({ 'waiting.ts': waiting }, unhurried, 'pool')
  const { ask, texts, names, hooksDir } = server
  const stream = await openCounted(server.port)
  onTestFinished(stream.destroy)
  expect(await subscribe(server.port, stream.clientId, ['scratch', 'registry'])).toBe(204)
  const tags = async () => {
    const { text } = await ask('GET', '/api/collections/tags/records?perPage=500')
    return (JSON.parse(text).items as { name: string }[]).map(({ name }) => name)
  }
  const creating = ask('POST', records, { t: 'held' })
  await expect.poll(() => existsSync(join(hooksDir, '.waiting')), { interval: 10 }).toBe(true)
  const other = ask('POST', '/api/collections/tags/records', { name: 'other' })
  expect([await texts('t = "held"'), (await names()).includes('of held'), stream.arrived()]).toEqual([[], false, 0])
  expect(await tags()).not.toContain('after held')
  writeFileSync(join(hooksDir, '.released'), '')
  expect((await creating).status).toBe(200)
  // On SQLite, other changes wait for the transaction.
  expect((await other).status).toBe(200)
  expect([await texts('t = "held"'), (await names()).includes('of held')]).toEqual([['held'], true])
  await expect.poll(stream.arrived).toBe(2)
  await expect.poll(tags).toContain('after held')
})

const ordered = `
import { data, onRecord } from 'coffer'
const note = (name: string) => data.collection('registry').create({ name })
onRecord('scratch', {
  insideCreate: async ({ record }) => void (await data.collection('scratch').update(record.id, { t: record.t + '!' })),
  afterCreate: async ({ record }) => void (await note('created ' + record?.t)),
  afterUpdate: async ({ record, previous }) => void (await note('updated ' + previous?.t + ' to ' + record?.t)),
})`

test('the events of what a hook changes follow those of the change', async () => {
  const { ask, names } = await startCodeServer({ 'ordered.ts': ordered }, { ...unhurried, processes: 1 })
  expect((await ask('POST', records, { t: 'a' })).json.t).toBe('a!')
  const noted = async () => (await names()).filter(name => /^(created|updated) /.test(name))
  await expect.poll(noted).toEqual(['created a', 'updated a to a!'])
})

const recursive = `
import { data, onRecord } from 'coffer'
onRecord('scratch', {
  beforeCreate({ input }) { input.t = input.t + ', before' },
  async insideCreate({ record }) { await data.collection('scratch').create({ t: 'copy of ' + record.t }) },
  async afterCreate({ record }) { await data.collection('registry').create({ name: 'after ' + record?.t }) },
})
onRecord('*', {
  async insideCreate({ record, collection }) { await data.collection('scratch').create({ t: 'copy in ' + collection.name }) },
})`

test('what hooks change inside of a transaction calls hooks after changes, and no hooks before or inside, so they cannot call themselves', async () => {
  const { ask, names, texts } = await startCodeServer({ 'recursive.ts': recursive }, unhurried)
  expect((await ask('POST', records, { t: 'a' })).status).toBe(200)
  const made = ['a, before', 'copy in scratch', 'copy of a, before']
  expect((await texts('t ~ "a, before" || t ~ "copy"')).toSorted()).toEqual(made)
  const after = async () => (await names()).filter(name => name.startsWith('after ')).toSorted()
  await expect.poll(after).toEqual(made.map(t => `after ${t}`))
})

const counting = `
import { data, onRecord } from 'coffer'
onRecord('scratch', {
  async insideCreate({ record }) {
    const { items } = await data.collection('scratch').getList(1, 1, { filter: 't = "numbered"', sort: '-n' })
    await data.collection('scratch').update(record.id, { n: items[0].n + 1 })
  },
})`

test('changes at the same time that read before they write count without gaps and without the same number twice', async () => {
  const { ask } = await startCodeServer({ 'counting.ts': counting }, unhurried, 'pool')
  const created = await Promise.all(Array.from({ length: 10 }, () => ask('POST', records, { t: 'numbered' })))
  expect(created.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const numbers = created.map(({ json }) => Number(json.n)).toSorted((one, other) => one - other)
  expect(numbers).toEqual(Array.from({ length: 10 }, (_, index) => index + 1))
})

const many = `
import { data, onRecord } from 'coffer'
onRecord('scratch', {
  async insideCreate({ record }) {
    if (record.t !== 'many') return
    const creations = Array.from({ length: 100 }, (_, n) => data.collection('registry').create({ name: 'inside ' + n }))
    const missing = data.collection('registry').delete('missing00000000')
    await Promise.allSettled([...creations, missing, data.collection('nothing').create({})])
  },
})`

const busy = `
import { data } from 'coffer'
export default {
  async fetch() {
    await Promise.all(Array.from({ length: 200 }, (_, n) => data.collection('registry').create({ name: 'outside ' + n })))
    return new Response('done')
  },
}`

test('a hook inside of a transaction makes many requests at once, also while a route of its process makes many that wait for it', async () => {
  const options = { insideMs: 30_000, deadlineMs: 60_000, processes: 1 }
  const { ask } = await startCodeServer({ 'many.ts': many, 'routes/busy.ts': busy }, options, 'pool')
  const [route, ...created] = await Promise.all([
    ask('GET', '/busy'),
    ...Array.from({ length: 3 }, () => ask('POST', records, { t: 'many' })),
  ])
  expect([route?.text, ...created.map(({ status }) => status)]).toEqual(['done', 200, 200, 200])
  const counted = await ask('GET', `/api/collections/registry/records?perPage=1&filter=${encodeURIComponent('name ~ "side "')}`)
  expect(counted.json.totalItems).toBe(500)
})
