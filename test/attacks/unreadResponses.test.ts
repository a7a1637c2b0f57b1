import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { hugePages } from '../harness/attacks/preparations.ts'
import { hugePage, leavePagesUnread } from '../harness/attacks/requestAttacks.ts'
import { leaveUnread } from '../harness/holdConnections.ts'
import { OtherClients } from '../harness/otherClients.ts'
import { AttackedServer, attackersByTitle } from '../harness/realtimeAttack.ts'

const megabyte = 1024 * 1024
const pageBytes = 56 * megabyte

let server: AttackedServer
beforeAll(async () => {
  server = await AttackedServer.start(hugePages)
}, 240_000)
afterAll(() => server.stop(), 240_000)

const unreadBytes = () => server.usageOf('responseBytes')

/** The pages that fit into the limit for each client, and into the one for all. */
const maxPages = { 'one address': 1, 'one address, signed in,': 1, 'fifty addresses': 2 }

test.each(attackersByTitle)(
  'others are served, and the server holds only pages within the limits, while pages of 56 MB are left unread by %s',
  async (_, who) => {
    const attack = { path: hugePage, count: who === 'fifty addresses' ? 6 : 4, headersOf: server.attackers()[who] }
    const statuses = await new OtherClients(server).expectServedDuring(() =>
      leavePagesUnread(server, attack, async () => {
        const { used, largest, perClient, total } = await unreadBytes()
        expect(largest, 'bytes of one client').toBeLessThanOrEqual(perClient)
        expect(used).toBeLessThanOrEqual(total)
        expect(used).toBeGreaterThan(0)
        expect(used, 'bytes of pages that are held').toBeLessThan((maxPages[who] + 0.5) * pageBytes)
      }),
    )
    expect(statuses.filter(status => status === 429 || status === 503).length, 'rejected responses').toBeGreaterThan(0)
    expect(statuses.filter(status => ![0, 200, 429, 503].includes(status))).toEqual([])
    await expect.poll(unreadBytes, { timeout: 60_000 }).toMatchObject({ used: 0 })
    server.expectAllRunning()
  },
  300_000,
)

test('a client that leaves a page unread learns why the next one is rejected, others can read theirs, and an admin sees it', async () => {
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
  const { socket, status: unread } = leaveUnread(server.port, hugePage, from('203.0.113.99').headers)
  expect(await unread).toBe(200)
  const { status, headers, json } = await askApi(server.port, 'GET', `${hugePage}&next`, from('203.0.113.99'))
  expect({ status, retryAfter: headers.get('Retry-After'), message: json.message }).toEqual({
    status: 429,
    retryAfter: '1',
    message: expect.stringContaining('have not been read yet'),
  })
  expect((await askApi(server.port, 'GET', `${hugePage}&other`, from('203.0.113.98'))).status).toBe(200)
  socket.destroy()
  expect(await server.rejections()).toContainEqual(
    expect.objectContaining({ address: '203.0.113.99', resource: 'responseBytes', outcome: 'rejected', scope: 'perClient' }),
  )
}, 60_000)

test('a page of 56 MB arrives completely on a slow line', async () => {
  const { socket, status } = leaveUnread(server.port, hugePage)
  let received = 0
  socket.on('data', data => {
    received += data.length
    socket.pause()
    setTimeout(() => socket.resume(), 2)
  })
  expect(await status).toBe(200)
  socket.resume()
  await expect.poll(() => received, { timeout: 200_000, interval: 200 }).toBeGreaterThan(pageBytes)
  socket.destroy()
}, 240_000)
