import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { openUnread, subscribe, subscriptionWith } from '../harness/eventStreams.ts'
import { fastPasswords } from '../harness/fastPasswords.ts'
import { leaveUnread } from '../harness/holdConnections.ts'
import { isLongRun } from '../harness/isLongRun.ts'
import { OtherClients } from '../harness/otherClients.ts'
import { isPostgresRun } from '../harness/postgres/testDatabases.ts'
import { AttackedServer, numbers, records } from '../harness/realtimeAttack.ts'
import { signToken } from '../harness/signToken.ts'
import { publicView } from '../harness/slowView.ts'

const sql = `
  WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 30)
  INSERT INTO scratch (id, t) SELECT printf('large%010d', n), printf('%.*c', 1024 * 1024, 'x') FROM many;
  WITH RECURSIVE many(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM many WHERE n < 29)
  INSERT INTO scratch (id, t, rN) SELECT printf('circle%09d', n), 'circle' || n,
    (WITH RECURSIVE others(m) AS (SELECT 0 UNION ALL SELECT m + 1 FROM others WHERE m < 29)
      SELECT json_group_array(printf('circle%09d', m)) FROM others) FROM many`
const endless = 'WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter) SELECT MAX(x) AS id FROM counter'

let server: AttackedServer
beforeAll(async () => {
  server = await AttackedServer.start([fastPasswords, { sql }, ...publicView('hostile', endless)], ['--queryTimeout', '3'])
}, 240_000)
afterAll(() => server.stop(), 240_000)

type HeadersOf = (number: number) => Record<string, string>

const asAdmin = (method: string, path: string, body?: object) =>
  server.ask(method, path, { token: signToken(server.dataDir, 'auth', 'admin'), ...(body && { body }) })

const withQuery = (query: object) => subscriptionWith('scratch', query)

/** Opens streams that nobody reads, runs some work, and ends the streams. */
async function besideStreams(
  count: number,
  headersOf: HeadersOf,
  subscriptionsOf: (number: number) => string[],
  work: () => Promise<unknown>,
): Promise<void> {
  const streams = await server.attack(count, subscriptionsOf, headersOf)
  await work()
  for (const { destroy } of streams) destroy()
}

async function change(id: string, bodies: readonly object[]): Promise<void> {
  for (const body of bodies) expect((await asAdmin('PATCH', `${records}/${id}`, body)).status).toBe(200)
}

/** Encoded before, because that takes time of the process that measures. */
const manyKeys = new TextEncoder().encode(
  JSON.stringify({ j: Object.fromEntries(numbers(400_000).map(index => [`key${index}`, index])) }),
)
const longTopics = numbers(1000).map(index => `scratch/${index}/${'x'.repeat(2_400)}`)

const unreadPages = 'pages of 30 MB that are left unread'
const guesses = 'guesses of passwords'

const attacks: Record<string, (headersOf: HeadersOf) => Promise<unknown>> = {
  [unreadPages]: async headersOf => {
    const path = `/api/${records}?perPage=30&filter=id~%22large%22`
    const responses = numbers(20).map(number => leaveUnread(server.port, `${path}&number=${number}`, headersOf(number)))
    await Promise.all(responses.map(({ status }) => status))
    await wait(1_000)
    for (const { socket } of responses) socket.destroy()
  },
  'long events that are left unread': headersOf =>
    besideStreams(
      30,
      headersOf,
      () => ['scratch/*'],
      () =>
        change(
          'scratch00000001',
          numbers(5).map(n => ({ t: `${n}${'x'.repeat(900_000)}` })),
        ),
    ),
  'subscriptions with long texts': async headersOf => {
    const streams = await Promise.all(numbers(15).map(number => openUnread(server.port, headersOf(number))))
    for (const [number, { clientId }] of streams.entries()) {
      expect([204, 429]).toContain(await subscribe(server.port, clientId, longTopics, headersOf(number)))
    }
    for (const { destroy } of streams) destroy()
  },
  'thousands of slow filters of subscriptions': headersOf =>
    besideStreams(
      3,
      headersOf,
      stream => numbers(1000).map(index => withQuery({ filter: `@now > "" || t ~ "${'%a'.repeat(200)}${stream}-${index}"` })),
      () =>
        change(
          'scratch00000002',
          numbers(10).map(n => ({ t: `${n}${'a'.repeat(100_000)}` })),
        ),
    ),
  'a deletion that 300 subscriptions expand': headersOf =>
    besideStreams(
      1,
      headersOf,
      () => numbers(300).map(index => withQuery({ filter: `t != "${index}"`, expand: 'rN.rN.rN' })),
      async () => {
        const { json } = await asAdmin('POST', records, { rN: numbers(30).map(n => `circle${String(n).padStart(9, '0')}`) })
        expect((await asAdmin('DELETE', `${records}/${json.id}`)).status).toBe(204)
      },
    ),
  'bodies with 400,000 keys': headersOf =>
    Promise.all(
      numbers(10).map(number =>
        askApi(server.port, 'POST', `/api/${records}`, {
          body: manyKeys,
          headers: { ...headersOf(number), 'Content-Type': 'application/json' },
        }),
      ),
    ),
  'endless reads of a view': headersOf =>
    Promise.all(
      numbers(6).map(number =>
        askApi(server.port, 'GET', `/api/collections/hostile/records?skipTotal=1&number=${number}`, {
          headers: headersOf(number),
        }),
      ),
    ),
  [guesses]: headersOf =>
    Promise.all(
      numbers(100).map(number =>
        askApi(server.port, 'POST', '/api/collections/users/auth-with-password', {
          body: { identity: `guess${number}`, password: 'wrong password' },
          headers: headersOf(number),
        }),
      ),
    ),
}

/** These take long, and `fairTurns` has shorter tests of them. */
const longAttacks = ['bodies with 400,000 keys', 'endless reads of a view']

const cases = (['one address', 'one address, signed in,', 'fifty addresses'] as const).flatMap(who =>
  Object.keys(attacks)
    .filter(
      attack => isLongRun || (!longAttacks.includes(attack) && who === (attack === guesses ? 'fifty addresses' : 'one address')),
    )
    .map(attack => [who, attack] as const),
)

/** Returns a higher bound in milliseconds for the attacks that use up what others need. */
function boundOf(attack: string): { maxMs?: number } {
  // There, the thread that reads many megabytes for one client also reads for others.
  if (isPostgresRun() && attack === unreadPages) return { maxMs: 400 }
  // Hashes occupy all processors, which the test and others beside it share. Without turns, sign-ins take up to 32 seconds.
  return attack === guesses ? { maxMs: 1_000 } : {}
}

test.each(cases)(
  'an attack by %s delays nobody: %s',
  async (who, attack) => {
    const others = new OtherClients({ port: server.port, dataDir: server.dataDir }, boundOf(attack))
    await others.expectServedDuring(async () => attacks[attack]?.(server.attackers()[who]))
    server.expectAllRunning()
  },
  120_000,
)
