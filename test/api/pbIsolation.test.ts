import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { expectNearlyCalm } from '../harness/expectNearlyCalm.ts'
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

/** Returns the 99th percentile of the milliseconds of requests to another route, which go on until the faulty one has ended. */
async function delayOfOthers(port: number, faulty: Promise<unknown>): Promise<number> {
  const durations: number[] = []
  let isOver = false
  void faulty.finally(() => {
    isOver = true
  })
  while (!isOver || durations.length < minOthers) {
    const started = performance.now()
    const create = { method: 'POST', path: '/api/collections/registry/records' }
    const { method, path } = durations.length % 2 === 0 ? create : { method: 'GET', path: '/quick' }
    const body = method === 'POST' ? { body: { name: `n${durations.length}` } } : {}
    const { status } = await askApi(port, method, path, body)
    durations.push(performance.now() - started)
    expect([200, 400, 403]).toContain(status)
    await wait(5)
  }
  return durations.toSorted((one, other) => one - other)[Math.floor(durations.length * (isLongRun ? 0.99 : 0.9))] ?? 0
}

/** Other tests of the run share the processors, so that only a long run measures what the manual says. */
const minMs = isLongRun ? 100 : 500

describe('a faulty handler of pb_hooks', () => {
  test('a handler that exits, allocates without end or sends many requests costs its own request, and others are served in time', async () => {
    const { coffer } = await openPbHooks(faults, { args: ['--hooksPool', '4'] })
    const measure = () => delayOfOthers(coffer.port, Promise.resolve())
    await measure()
    const calmMs = await measure()
    for (const name of ['exit', 'escape', 'objects', 'map', 'text', 'arrays', 'stack', 'requests']) {
      const faulty = askApi(coffer.port, 'GET', `/${name}`)
      const ms = await delayOfOthers(coffer.port, faulty)
      const { status, json } = await faulty
      const expected = name === 'requests' ? [200, { failed: requests }] : [name === 'stack' ? 400 : 500, expect.anything()]
      expect([status, json], name).toEqual(expected)
      await expectNearlyCalm(`milliseconds of others beside ${name}`, { ms, calmMs, minMs, measure })
    }
    expect(coffer.isRunning()).toBe(true)
    expect(coffer.output()).toContain('It has ended its thread, as $os.exit() does.')
    expect(coffer.output()).toContain('It used more than 256 MB of memory.')
  })

  test('a handler that loops or never answers is stopped at its limits, even if it occupies the whole pool', async () => {
    const { dataDir, folder } = await preparePbHooks(faults)
    const limits = { computingMs: 1_000, callMs: 2_000 }
    const { port, stop } = await startServer({
      dataDir,
      threads: 'pool',
      hooks: { pbHooks: { folder, pool: 2, isWatched: false, limits } },
    })
    onTestFinished(stop)
    const measure = () => delayOfOthers(port, Promise.resolve())
    await measure()
    const calmMs = await measure()
    for (const name of ['loop', 'hang']) {
      const faulty = askApi(port, 'GET', `/${name}`)
      const ms = await delayOfOthers(port, faulty)
      expect((await faulty).status).toBe(500)
      await expectNearlyCalm(`milliseconds of others beside ${name}`, { ms, calmMs, minMs, measure })
    }
    const all = await Promise.all(['/hang', '/hang', '/hang', '/quick'].map(path => askApi(port, 'GET', path)))
    expect(all.map(({ status }) => status)).toEqual([500, 500, 500, 200])
  })
})
