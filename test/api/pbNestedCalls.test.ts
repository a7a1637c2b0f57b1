import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { openPbHooks, preparePbHooks } from '../harness/openPbHooks.ts'
import { startServer } from '../harness/startServer.ts'

const scratch = '/api/collections/scratch/records'

/** A middleware around all routes, and hooks of records inside of it. */
const around = `
routerUse((next) => (c) => { c.response().header().set('X-Around', '1'); return next(c) })
onRecordBeforeCreateRequest((e) => { e.record.set('t', e.record.get('t') + ', before') }, 'scratch')
onRecordAfterCreateRequest((e) => { e.record.set('t', e.record.get('t') + ', after') }, 'scratch')`

test('hooks of requests run inside of middlewares, also while more requests of several clients arrive than there are threads', async () => {
  const { ask } = await openPbHooks(around, { args: ['--hooksPool', '2'] })
  const responses = await Promise.all(
    Array.from({ length: 24 }, (_, index) => {
      const headers = { 'x-forwarded-for': `203.0.113.${index % 4}` }
      return ask('POST', scratch, { body: { t: String(index) }, headers })
    }),
  )
  expect(responses.map(({ status, json, headers }) => [status, json.t, headers.get('x-around')])).toEqual(
    responses.map((_, index) => [200, `${index}, before, after`, '1']),
  )
})

test('handlers ask their own server, also while all threads wait for it, in contexts of their own', async () => {
  const { coffer } = await openPbHooks(
    `${around}
    routerAdd('GET', '/outer/:name', (c) => {
      globalThis.seen = c.pathParam('name')
      const url = 'http://' + c.request().host
      const body = JSON.stringify({ t: globalThis.seen })
      const created = $http.send({ url: url + '${scratch}', method: 'POST', body, headers: { 'content-type': 'application/json' } })
      const inner = $http.send({ url: url + '/inner' })
      const failed = $http.send({ url: url + '/failing' })
      return c.json(200, { seen: globalThis.seen, t: created.json.t, inner: inner.json, failed: failed.statusCode })
    })
    routerAdd('GET', '/inner', (c) => c.json(200, {
      seen: globalThis.seen === undefined ? null : globalThis.seen,
      header: c.request().header.get('X-Coffer-Thread'),
    }))
    routerAdd('GET', '/failing', () => { throw new Error('a secret') })`,
    { args: ['--hooksPool', '2'] },
  )
  const names = Array.from({ length: 12 }, (_, index) => `n${index}`)
  const responses = await Promise.all(names.map(name => askApi(coffer.port, 'GET', `/outer/${name}`)))
  expect(responses.map(({ status, json }) => [status, json])).toEqual(
    names.map(name => [200, { seen: name, t: `${name}, before, after`, inner: { seen: null, header: '' }, failed: 400 }]),
  )
})

test('hooks of models run for what native hooks change, also while all threads of pb_hooks wait for these', async () => {
  const { ask } = await openPbHooks(
    `${around}
    onModelBeforeCreate((e) => { e.model.set('name', e.model.get('name') + ', by a model hook') }, 'tags')`,
    {
      args: ['--hooksPool', '1'],
      files: {
        'hooks/scratch.ts': `import { data, onRecord } from 'coffer'
onRecord('scratch', {
  async beforeCreate({ input }) {
    const tag = await data.collection('tags').create({ name: String(input.t) })
    input.t = String(tag.name)
  },
})`,
      },
    },
  )
  const responses = await Promise.all(['a', 'b', 'c'].map(t => ask('POST', scratch, { body: { t } })))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const [index, t] of ['a', 'b', 'c'].entries()) expect(responses[index]?.json.t).toContain(`${t}, by a model hook`)
})

test('a response that hooks must not delay arrives before them, also through a middleware', async () => {
  const { coffer } = await openPbHooks(`${around}
    onRecordBeforeRequestPasswordResetRequest(() => {
      console.log('<on waiting>')
      while (!$app.store().has('go')) sleep(20)
      console.log('<on going>')
    })
    routerAdd('POST', '/go', (c) => { $app.store().set('go', 1); return c.noContent(204) })`)
  const post = (path: string, body = {}) => askApi(coffer.port, 'POST', path, { body })
  const requested = await post('/api/collections/users/request-password-reset', { email: 'alice@readers.example' })
  expect(requested.status).toBe(204)
  await expect.poll(coffer.output).toContain('<on waiting>')
  expect((await post('/go')).status).toBe(204)
  await expect.poll(coffer.output).toContain('<on going>')
})

test('a hook that loops inside of a middleware ends only its own request', async () => {
  const { dataDir, folder } = await preparePbHooks(`${around}
    onRecordBeforeCreateRequest((e) => { if (e.record.get('t') === 'loop, before') for (;;) {} }, 'scratch')`)
  const limits = { computingMs: 2_000, callMs: 60_000 }
  const { port, stop } = await startServer({
    dataDir,
    threads: 'pool',
    hooks: { pbHooks: { folder, pool: 1, isWatched: false, limits } },
  })
  onTestFinished(stop)
  const [looping, other] = await Promise.all(['loop', 'other'].map(t => askApi(port, 'POST', scratch, { body: { t } })))
  expect([looping?.status, other?.status]).toEqual([500, 200])
})
