import { describe, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { isLongRun } from '../harness/isLongRun.ts'
import { openPbHooks, preparePbHooks } from '../harness/openPbHooks.ts'
import { startServer } from '../harness/startServer.ts'

const requests = isLongRun ? 10_000 : 1_000
/** Number of requests of others during a fault. */
const minOthers = isLongRun ? 400 : 50

const faults = `
routerAdd('GET', '/exit', () => $os.exit(1))
routerAdd('GET', '/escape', () => $dbx.exp.constructor('return process')().exit(1))
routerAdd('GET', '/objects', () => { const all = []; for (;;) all.push({ list: [1, 2, 3] }) })
routerAdd('GET', '/map', () => { const all = new Map(); for (let i = 0; ; i++) all.set(i, [i]) })
routerAdd('GET', '/text', () => { let text = 'x'.repeat(1000); for (;;) { text += text; if (/z/.test(text)) break; if (text.length > 2e8) text = [text].concat(text).join('') } })
routerAdd('GET', '/arrays', () => { const all = []; for (;;) all.push(new Uint8Array(10000000).fill(1)) })
routerAdd('GET', '/stack', () => { const f = (a) => f([a]) + f([a]); f(1) })
routerAdd('GET', '/requests', (c) => {
  let failed = 0
  for (let i = 0; i < ${requests}; i++) try { $http.send({ url: 'http://127.0.0.1:9' }) } catch { failed++ }
  return c.json(200, { failed })
})
routerAdd('GET', '/loop', () => { for (;;) {} })
routerAdd('GET', '/hang', () => { for (;;) sleep(1000) })
routerAdd('GET', '/quick', (c) => c.json(200, { quick: true }))`

/** Sends requests of others until the faulty one has ended, and some more. Returns how many were answered before. */
async function useBeside(port: number, faulty: Promise<unknown>): Promise<number> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  faulty.then(end, end)
  let servedBefore = 0
  for (let turn = 0; !isOver || turn < minOthers; turn += 1) {
    expect((await askApi(port, 'POST', '/api/collections/scratch/records', { body: { t: `${turn}` } })).status).toBe(200)
    expect((await askApi(port, 'GET', '/quick')).status).toBe(200)
    if (!isOver) servedBefore += 1
  }
  return servedBefore
}

describe('a faulty handler of pb_hooks', () => {
  test('a handler that exits, allocates without end or sends many requests costs its own request, and others are served', async () => {
    const { coffer } = await openPbHooks(faults, { args: ['--hooksPool', '4'] })
    for (const name of ['exit', 'escape', 'objects', 'map', 'text', 'arrays', 'stack', 'requests']) {
      const faulty = askApi(coffer.port, 'GET', `/${name}`)
      await useBeside(coffer.port, faulty)
      const { status, json } = await faulty
      const expected = name === 'requests' ? [200, { failed: requests }] : [name === 'stack' ? 400 : 500, expect.anything()]
      expect([status, json], name).toEqual(expected)
    }
    expect(coffer.isRunning()).toBe(true)
    expect(coffer.output()).toContain('It has ended its thread, as $os.exit() does.')
    expect(coffer.output()).toContain('It used more than 256 MB of memory.')
  })

  test('a handler that loops or never answers is stopped at its limits, even if it occupies the whole pool', async () => {
    const { dataDir, folder } = await preparePbHooks(faults)
    const limits = { computingMs: 2_000, callMs: 4_000 }
    const { port, stop } = await startServer({
      dataDir,
      threads: 'pool',
      hooks: { pbHooks: { folder, pool: 2, isWatched: false, limits } },
    })
    onTestFinished(stop)
    for (const name of ['loop', 'hang']) {
      const faulty = askApi(port, 'GET', `/${name}`)
      // The first ones can overtake the faulty one.
      expect(await useBeside(port, faulty), `requests of others before the end of ${name}`).toBeGreaterThan(1)
      expect((await faulty).status).toBe(500)
    }
    const all = await Promise.all(['/hang', '/hang', '/hang', '/quick'].map(path => askApi(port, 'GET', path)))
    expect(all.map(({ status }) => status)).toEqual([500, 500, 500, 200])
  })
})
