import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type ApiResponse, askApi } from '../harness/askApi.ts'
import { nodeAdmin, openNodes, type TestNode } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { openFaultyLine } from './harness/openFaultyLine.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

const office = { 'X-Forwarded-For': '198.51.100.7' }
const home = { 'X-Forwarded-For': '203.0.113.9' }

/** Sends a request until the node responds to it. On a busy machine, a node can be behind the others for a moment, and answers 503. */
async function untilCaughtUp(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (;;) {
    const response = await send()
    if (response.status !== 503) return response
    await wait(100)
  }
}

/** Opens two nodes whose settings change at the first one. */
async function openPair() {
  const nodes = await openNodes(postgres)
  const [one, other] = [await nodes.start('one'), await nodes.start('other')]
  const token = String((await one.ask('POST', 'admins/auth-with-password', nodeAdmin, '')).json.token)
  const ask = async (node: TestNode, headers: Record<string, string>, method = 'GET', path = '/api/settings', body?: object) =>
    (await untilCaughtUp(() => askApi(node.port, method, path, { token, headers, ...(body && { body }) }))).status
  /** Saves the addresses from which admins can send requests; none for all. */
  const list = async (superuserIPs: string[]) =>
    expect(await ask(one, office, 'PATCH', '/today/api/settings', { superuserIPs })).toBe(200)
  return { one, other, ask, list }
}

test('settings that one node has confirmed apply to every later request at the other node', async () => {
  const { one, other, ask, list } = await openPair()
  const dialectOf = async () => {
    const { json } = await untilCaughtUp(() => other.ask('GET', 'nothing', undefined, ''))
    return 'code' in json ? '0.22' : 'today'
  }
  for (let round = 1; round <= 5; round += 1) {
    await list(['198.51.100.0/24'])
    expect(await Promise.all([ask(other, home), ask(other, office)])).toEqual([403, 200])
    await list([])
    expect(await ask(other, home)).toBe(200)
    for (const dialect of ['today', '0.22']) {
      const { status } = await untilCaughtUp(() => one.ask('PATCH', 'settings/dialect', { dialect }))
      expect(status).toBe(200)
      expect(await dialectOf()).toBe(dialect)
    }
  }
}, 120_000)

test('a node that was suspended while an address of admins was excluded rejects requests from it that waited in the meantime', async () => {
  const { other, ask, list } = await openPair()
  for (let round = 1; round <= 2; round += 1) {
    expect(await ask(other, home)).toBe(200)
    other.signal('SIGSTOP')
    const waiting = Array.from({ length: 5 }, () => ask(other, home))
    await list(['198.51.100.7'])
    other.signal('SIGCONT')
    expect(await Promise.all(waiting)).toEqual(Array(5).fill(403))
    await expect.poll(() => ask(other, home), { timeout: 20_000 }).toBe(403)
    await list([])
    await expect.poll(() => ask(other, home), { timeout: 20_000 }).toBe(200)
  }
}, 120_000)

test('the health check of a node that cannot read from the database says that the node is lagging', async () => {
  const nodes = await openNodes(postgres)
  const line = await openFaultyLine(nodes.address)
  onTestFinished(async () => line.close())
  const node = await nodes.start('one', [], { database: line.address })
  const health = (dialect = '0.22', method = 'GET') =>
    askApi(node.port, method, '/api/health', { headers: { 'X-Dialect': dialect } })
  expect((await health()).json).toEqual({ code: 200, message: expect.any(String), data: { canBackup: true } })
  line.hold()
  await expect.poll(async () => (await health()).status, { timeout: 20_000 }).toBe(503)
  const message = expect.stringContaining('not up to date')
  const { json, headers } = await health()
  expect(json).toEqual({ code: 503, message, data: { canBackup: false, reason: 'lagging' } })
  expect(headers.get('retry-after')).toBe('1')
  expect((await health('0.22', 'HEAD')).status).toBe(503)
  // The dialect of an unknown route depends on the settings.
  expect((await node.ask('GET', 'nothing')).status).toBe(503)
  // Newer versions of PocketBase return data only to superusers.
  expect((await health('today')).json).toEqual({ code: 503, message, data: {} })
  line.release()
  await expect.poll(async () => (await health()).status, { timeout: 20_000 }).toBe(200)
}, 120_000)
