import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { openPbHooks } from '../harness/openPbHooks.ts'

const route = (path: string, method = 'GET') => `routerAdd('${method}', '${path}', (c) => c.string(200, 'served by ${path}'))\n`

/** Begins a request whose body the server waits for. Returns a function that sends the rest of it and returns the response. */
function beginPost(port: number, path: string) {
  const sent = request({ port, path, method: 'POST', headers: { 'content-length': '2' } })
  onTestFinished(() => void sent.destroy())
  const response = new Promise<string>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', incoming => text(incoming).then(resolve, reject))
  })
  response.catch(() => undefined)
  sent.write('a')
  return () => {
    sent.end('b')
    return response
  }
}

test('a request runs the route that it was sent to, although a route is inserted before that one while its body arrives', async () => {
  const { coffer, save } = await openPbHooks(route('/first', 'POST') + route('/second', 'POST'))
  const statusOf = async (path: string) => (await askApi(coffer.port, 'GET', path)).status
  const finish = beginPost(coffer.port, '/first')
  // The server has read the head of the request before it serves these.
  for (let count = 0; count < 3; count += 1) await statusOf('/api/health')
  await save('main.pb.js', route('/inserted', 'POST') + route('/marker') + route('/first', 'POST') + route('/second', 'POST'))
  await expect.poll(() => statusOf('/marker')).toBe(200)
  expect(await finish()).toBe('served by /first')
})

const waiting = `
  routerPre((next) => (c) => {
    if (c.request().header.get('x-wait')) {
      console.log('<on waiting>')
      while (!$app.store().has('go')) sleep(20)
    }
    return next(c)
  })
  routerAdd('POST', '/go', (c) => { $app.store().set('go', 1); return c.noContent(204) })\n`

test('a request runs the route that it was sent to, although a route is inserted before that one while a middleware runs', async () => {
  const { coffer, save } = await openPbHooks(waiting + route('/first') + route('/second'))
  const waits = askApi(coffer.port, 'GET', '/first', { headers: { 'x-wait': '1' } })
  await expect.poll(coffer.output).toContain('<on waiting>')
  await save('main.pb.js', route('/inserted') + route('/marker') + waiting + route('/first') + route('/second'))
  await expect.poll(async () => (await askApi(coffer.port, 'GET', '/marker')).status).toBe(200)
  await askApi(coffer.port, 'POST', '/go')
  expect((await waits).text).toBe('served by /first')
})

test('a file that is repaired while its broken version is still being loaded is loaded last', async () => {
  const { coffer, save } = await openPbHooks(route('/main'))
  const statusOf = async (path: string) => (await askApi(coffer.port, 'GET', path)).status
  await save('slow.pb.js', `console.log('<on loading the loop>')\nfor (;;) {}`)
  await expect.poll(coffer.output).toContain('<on loading the loop>')
  await save('slow.pb.js', route('/repaired'))
  await expect.poll(coffer.output).toContain('Failed to execute slow.pb.js')
  await expect.poll(() => statusOf('/repaired')).toBe(200)
  expect(await statusOf('/main')).toBe(200)
})

test('files are loaded in the order of their names, also if one is added later', async () => {
  const hook = (name: string) =>
    `onRecordBeforeCreateRequest((e) => { e.record.set('t', e.record.get('t') + '${name}') }, 'scratch')`
  const { ask, save } = await openPbHooks(hook('m'), {
    files: { 'pb_hooks/z.pb.js': hook('z'), 'pb_hooks/B.pb.js': hook('B'), 'pb_hooks/a.pb.js': hook('a') },
  })
  const created = async () => (await ask('POST', '/api/collections/scratch/records', { body: { t: '' } })).json.t
  expect(await created()).toBe('Bamz')
  await save('b.pb.js', hook('b'))
  await expect.poll(created).toBe('Babmz')
})
