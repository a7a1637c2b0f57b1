import { expect, onTestFinished, test } from 'vitest'
import { sendMailTo } from '../../harness/copySample.ts'
import { openMailSink } from '../../harness/openMailSink.ts'
import { startCodeServer } from './harness.ts'

/** Starts a server with a route that runs code and returns its result, or the status and message of its error. */
async function startRoute(code: string, prepare: Parameters<typeof startCodeServer>[4] = {}) {
  const server = await startCodeServer(
    {
      'routes/run.ts': `
import { data, dataAs, filter, mail } from 'coffer'
export default {
  async fetch(request, { data: own }) {
    try {
      return Response.json(await (async () => { ${code} })())
    } catch (error) {
      return Response.json({ status: error.status, message: error.message })
    }
  },
}`,
    },
    {},
    'pool',
    {},
    prepare,
  )
  const run = async (token?: string) => JSON.parse((await server.ask('GET', '/run', undefined, token)).text)
  return { ...server, run }
}

test('a batch commits all changes or none, and a condition must hold in its transaction', async () => {
  const { run } = await startRoute(`
const scratch = data.collection('scratch')
const counter = await scratch.create({ t: 'counter', n: 1 })
const gone = await scratch.create({ t: 'gone' })
const batch = data.batch()
batch.collection('scratch').update(counter.id, { 'n+': 2 }, { where: 'n = 1' })
batch.collection('scratch').create({ t: 'made' })
batch.collection('scratch').delete(gone.id)
const [updated, made, deleted] = await batch.send()

const failing = data.batch()
failing.collection('scratch').update(counter.id, { 'n+': 10 })
failing.collection('scratch').create({ t: 'not made' })
failing.collection('scratch').update(counter.id, { 'n+': 1 }, { where: 'n < 5' })
const failed = await failing.send().catch(error => [error.status, error.message.replace(counter.id, 'ID')])
const stored = await scratch.getOne(counter.id)
const rest = await scratch.getFullList({ filter: 't = "not made" || t = "gone"' })
return [updated.n, made.t, deleted, failed, stored.n, rest.length]`)
  expect(await run()).toEqual([3, 'made', null, [400, 'The record ID of scratch does not match n < 5.'], 3, 0])
})

test('concurrent batches with conditions never sell more than there is', async () => {
  const { run } = await startRoute(`
const stock = await data.collection('scratch').create({ t: 'stock', n: 5 })
const buy = async () => {
  const batch = data.batch()
  batch.collection('scratch').update(stock.id, { 'n-': 1 }, { where: 'n > 0' })
  batch.collection('registry').create({ name: 'sold' })
  return batch.send().then(() => 1, () => 0)
}
const sold = (await Promise.all(Array.from({ length: 20 }, buy))).reduce((sum, one) => sum + one, 0)
const { totalItems } = await data.collection('registry').getList(1, 1, { filter: 'name = "sold"' })
return [sold, totalItems, (await data.collection('scratch').getOne(stock.id)).n]`)
  expect(await run()).toEqual([5, 5, 0])
})

test('a batch has the rights of its access, a limit, and clear errors', async () => {
  const { run } = await startRoute(`
const attempt = async (access, change) => {
  const batch = access.batch()
  change(batch)
  return batch.send().then(() => 'done', error => error.status + ' ' + error.message)
}
return [
  await attempt(own, batch => batch.collection('clients').create({ email: 'a@b.example' })),
  await attempt(dataAs('users', 'bob000000000001'), batch => batch.collection('users').delete('alice0000000001')),
  await attempt(data, batch => batch.collection('nothing').create({})),
  await attempt(data, batch => batch.collection('scratch').delete('missing00000000')),
  await attempt(data, batch => { for (let i = 0; i < 501; i += 1) batch.collection('scratch').create({ t: 'x' }) }),
]`)
  expect(await run('')).toEqual([
    '400 Failed to create record.',
    expect.stringMatching(/^40[34] /),
    '404 There is no collection nothing.',
    expect.stringMatching(/^404 /),
    '400 A batch has at most 500 changes. Split it.',
  ])
})

test('all records of a list are read in pages, with values that no text can end', async () => {
  const { run } = await startRoute(`
const t = 'a "quoted" \\\\ text'
const made = data.batch()
for (let n = 0; n < 7; n += 1) made.collection('scratch').create({ t: n < 5 ? t : 'other', n })
await made.send()
const all = await data.collection('scratch').getFullList({ filter: filter('t = {:t} && n >= {:min}', { t, min: 1 }), sort: 'n', batch: 2 })
const injected = await data.collection('scratch').getFullList({ filter: filter('t = {:t}', { t: '" || id != "' }) })
return [all.map(({ n }) => n), injected.length]`)
  expect(await run()).toEqual([[1, 2, 3, 4], 0])
})

test('files are written as File and read as bytes, with the rights of the access', async () => {
  const { run } = await startRoute(`
const scratch = data.collection('scratch')
const made = await scratch.create({ t: 'with file', f2: [new File(['first'], 'one.txt'), new File(['second'], 'two.txt')] })
const first = await scratch.getFile(made.id, made.f2[0])
const updated = await scratch.update(made.id, { f2: [made.f2[1], new File([new Uint8Array([0, 255])], 'three.bin')] })
const bytes = new Uint8Array(await (await scratch.getFile(made.id, updated.f2.at(-1))).arrayBuffer())
const errors = []
for (const name of ['missing.txt', '../../data.db', made.id]) errors.push(await scratch.getFile(made.id, name).then(() => 'read', error => error.status))
errors.push(await own.collection('clients').getFile('missing00000000', 'x').then(() => 'read', error => error.status))
return [await first.text(), first.name === made.f2[0], updated.f2.map(name => name.split('_')[0]), [...bytes], errors]`)
  expect(await run('')).toEqual(['first', true, ['two', 'three'], [0, 255], [404, 404, 404, 404]])
})

test('mails are sent through the queue of the server, and invalid ones are rejected', async () => {
  const sink = await openMailSink()
  onTestFinished(sink.close)
  const { run } = await startRoute(
    `
await mail.send({ to: 'bob@readers.example', subject: 'Hello', text: 'a < b' })
await mail.send({ to: ['a@readers.example', 'b@readers.example'], subject: 'Both', html: '<b>bold</b>' })
const errors = []
for (const message of [
  { to: 'nobody', subject: 'x', text: '' },
  { to: [], subject: 'x', text: '' },
  { to: 'a@b.example', subject: 'x\\r\\nBcc: c@d.example', text: '' },
  { to: 'a@b.example\\r\\nBcc: c@d.example', subject: 'x', text: '' },
]) errors.push(await mail.send(message).then(() => 'sent', error => error.status))
return errors`,
    { prepare: [sendMailTo(sink.port)] },
  )
  expect(await run()).toEqual([400, 400, 400, 400])
  const mails = (await sink.take(2)).toSorted((one, other) => (one.subject < other.subject ? -1 : 1))
  expect(mails).toMatchObject([
    { to: 'a@readers.example, b@readers.example', subject: 'Both', html: expect.stringContaining('<b>bold</b>'), text: 'bold\n' },
    { to: 'bob@readers.example', subject: 'Hello', text: 'a < b\n' },
  ])
})

test('records of the server itself, such as admins and settings, are out of reach of hooks', async () => {
  const { run } = await startRoute(`
const names = ['_admins', '_superusers', '_params', '_collections', '_externalAuths', '_migrations', '_cofferSignIns']
return Promise.all(names.map(name => data.collection(name).getList(1, 1).then(() => name, error => error.status)))`)
  expect(await run()).toEqual([404, 404, 404, 404, 404, 404, 404])
})
