import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openListener } from '../exchanges/runner/openListener.ts'
import { askApi } from '../harness/askApi.ts'
import { openCounted, subscribe, subscriptionWith } from '../harness/eventStreams.ts'
import { isLongRun } from '../harness/isLongRun.ts'
import { openNodes, type TestNode } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { notes } from './harness/nodeCollections.ts'

const ends: (() => Promise<void>)[] = []
let postgres: PostgresServer
let address: string
let holder: TestNode
let other: TestNode
let third: TestNode
beforeAll(async () => {
  postgres = await openPostgres()
  ends.push(postgres.close)
  const nodes = await openNodes(postgres, end => ends.push(end))
  address = nodes.address
  ;[holder, other] = [await nodes.start('holder'), await nodes.start('other', ['--limits', 'subscriptionBytes=4000000/8000000'])]
  third = await nodes.start('third')
  await holder.ask('POST', 'collections', notes)
}, 180_000)
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

const create = (node: TestNode, title: string) => node.ask('POST', 'collections/notes/records', { title }, '')

async function listen(node: TestNode) {
  const listener = await openListener(node.port)
  onTestFinished(listener.close)
  const titles = () => listener.take().map(({ json }) => (json as { record: { title: string } }).record.title)
  return { ...listener, titles }
}

async function signUp(node: TestNode, name: string): Promise<string> {
  const password = 'a secret password'
  const body = { username: name, email: `${name}@example.com`, password, passwordConfirm: password }
  expect(await node.ask('POST', 'collections/users/records', body)).toMatchObject({ status: 200 })
  const { json } = await node.ask('POST', 'collections/users/auth-with-password', { identity: name, password }, '')
  return String(json.token)
}

const waitingMessages = async () => (await postgres.execute(address, 'SELECT id FROM "_cofferNodeMessages"')).length

describe('an event stream at another node', () => {
  test('accepts subscriptions through every node, by the rules of its own, and receives events at once', async () => {
    const stream = await listen(holder)
    expect(await subscribe(other.port, stream.clientId, ['notes/*'])).toBe(204)
    for (const [index, node] of [holder, other, third].entries()) await create(node, `${index}`)
    await expect.poll(stream.arrived).toBe(3)
    expect(stream.titles()).toEqual(['0', '1', '2'])
    expect(await subscribe(third.port, stream.clientId, [])).toBe(204)
    await create(third, 'unheard')

    const [ann, bob] = [await signUp(holder, 'ann'), await signUp(third, 'bob')]
    const subscribeAs = (node: TestNode, token: string) =>
      node.ask('POST', 'realtime', { clientId: stream.clientId, subscriptions: ['notes/*'] }, token)
    expect(await subscribeAs(other, ann)).toMatchObject({ status: 204 })
    for (const node of [holder, other, third]) expect(await subscribeAs(node, bob)).toMatchObject({ status: 403 })
    expect(await subscribeAs(third, 'not.a.token')).toMatchObject({ status: 403 })
    await create(other, 'heard')
    await expect.poll(stream.titles).toEqual(['heard'])
    expect(await waitingMessages()).toBe(0)
  })

  test('receives the deletions of records at another node whose former values its filter selects', async () => {
    const stream = await listen(holder)
    const filtered = subscriptionWith('notes', { filter: 'title = "selected"' })
    expect(await subscribe(third.port, stream.clientId, [filtered])).toBe(204)
    for (const title of ['ignored', 'selected']) {
      const { json } = await create(other, title)
      expect(await third.ask('DELETE', `collections/notes/records/${json.id}`)).toMatchObject({ status: 204 })
    }
    await expect.poll(stream.arrived).toBe(2)
    expect(stream.take().map(({ json }) => json)).toMatchObject([
      { action: 'create', record: { title: 'selected' } },
      { action: 'delete', record: { title: 'selected' } },
    ])
  })

  test('misses no event and receives none twice when its client signs in through another node during many changes', async () => {
    const token = await signUp(third, 'cleo')
    const streams = await Promise.all(Array.from({ length: 6 }, () => listen(holder)))
    const filtered = subscriptionWith('notes', { filter: 'title != ""' })
    const subscriptions = ['notes/*', filtered]
    const subscribeAs = (clientId: string, given: string) => other.ask('POST', 'realtime', { clientId, subscriptions }, given)
    for (const { clientId } of streams) expect(await subscribeAs(clientId, '')).toMatchObject({ status: 204 })
    const titles = Array.from({ length: 90 }, (_, index) => `${index}`)
    const created = titles.map(async (title, index) => {
      await wait(index * 5)
      expect(await create(index % 2 === 0 ? third : holder, title)).toMatchObject({ status: 200 })
    })
    for (const { clientId } of streams) {
      await wait(60)
      expect(await subscribeAs(clientId, token)).toMatchObject({ status: 204 })
    }
    await Promise.all(created)
    for (const { arrived } of streams) await expect.poll(arrived).toBe(2 * titles.length)
    for (const { take } of streams) {
      const events = take()
      for (const subscription of subscriptions) {
        const received = events
          .filter(({ event }) => event === subscription)
          .map(({ json }) => (json as { record: { title: string } }).record.title)
        expect(received.toSorted()).toEqual(titles.toSorted())
      }
    }
  })

  test('receives the OAuth2 redirect that arrives at another node, and asks the user at a third one', async () => {
    const origin = 'http://app.example.com'
    const stream = await listen(holder)
    const start = (headers: Record<string, string>) =>
      askApi(other.port, 'POST', '/api/realtime', { headers, body: { clientId: stream.clientId, subscriptions: ['@oauth2'] } })
    const comeBack = (query: string, headers: Record<string, string> = {}) =>
      askApi(third.port, 'GET', `/api/oauth2-redirect?state=${stream.clientId}&${query}`, { headers })

    const started = await start({ Origin: `http://127.0.0.1:${other.port}` })
    const cookie = started.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(cookie).toContain('coffer-oauth2-')
    expect((await comeBack('code=first', { Cookie: cookie })).headers.get('location')).toContain('oauth2-redirect-success')
    await expect.poll(stream.take).toEqual([{ event: '@oauth2', json: { state: stream.clientId, code: 'first' } }])
    expect((await comeBack('code=again', { Cookie: cookie })).headers.get('location')).toContain('oauth2-redirect-failure')

    await start({ Origin: origin })
    const confirm = (await comeBack('code=second')).headers.get('location') ?? ''
    const ticket = confirm.split('oauth2-confirm/')[1] ?? ''
    expect(await holder.ask('GET', `oauth2-returns/${ticket}`, undefined, '')).toMatchObject({ json: { application: origin } })
    expect(await other.ask('POST', `oauth2-returns/${ticket}x`, undefined, '')).toMatchObject({ status: 404 })
    expect(await other.ask('POST', `oauth2-returns/${ticket}`, undefined, '')).toMatchObject({ status: 204 })
    await expect.poll(stream.take).toEqual([{ event: '@oauth2', json: { state: stream.clientId, code: 'second' } }])
    expect(await third.ask('DELETE', `oauth2-returns/${ticket}`, undefined, '')).toMatchObject({ status: 404 })

    await start({ Origin: origin })
    await comeBack('error=access_denied')
    await expect.poll(stream.take).toMatchObject([{ json: { code: '', error: 'access_denied' } }])
  })

  test('is unknown by a forged id: of no node, of the wrong one, or with another secret', async () => {
    const { clientId } = await listen(holder)
    const [node, secret] = [clientId.slice(0, 12), clientId.slice(12)]
    const own = (await listen(other)).clientId.slice(0, 12)
    const forged = [
      `${'x'.repeat(12)}${secret}`,
      `${own}${secret}`,
      `${node}${'y'.repeat(28)}`,
      node,
      `${node}'; --`,
      '\u0000'.repeat(40),
    ]
    for (const id of forged) expect(await subscribe(other.port, id, ['notes'])).toBe(404)
    const flood = await Promise.all(
      Array.from({ length: 500 }, (_, index) => subscribe(third.port, `${index}`.padStart(40, 'z'), [])),
    )
    expect(new Set(flood)).toEqual(new Set([404]))
    expect(await waitingMessages()).toBe(0)
  })

  test('is unknown by thousands of guessed ids, which neither fill the table of messages nor delay others', async () => {
    const stream = await listen(holder)
    const node = stream.clientId.slice(0, 12)
    expect(await subscribe(other.port, stream.clientId, ['notes/*'])).toBe(204)
    const statuses = new Set<number>()
    let left = isLongRun ? 10_000 : 1_000
    let isServing = true
    const guess = async () => {
      while (left-- > 0 || isServing)
        statuses.add(await subscribe(third.port, `${node}${randomBytes(14).toString('hex')}`, ['notes/*']))
    }
    const guessing = Promise.all(Array.from({ length: 100 }, guess))
    // The guesses go on until these events have arrived.
    for (let count = 1; count <= 20; count += 1) {
      expect(await create(other, `${count}`)).toMatchObject({ status: 200 })
      await expect.poll(stream.arrived, { interval: 5 }).toBe(count)
    }
    isServing = false
    await guessing
    expect(statuses).toEqual(new Set([404]))
    expect(await waitingMessages()).toBe(0)
  })

  test('receives a thousand forwarded subscriptions at once, and large ones up to the limit of their client', async () => {
    const streams = await Promise.all(Array.from({ length: 100 }, () => openCounted(holder.port)))
    onTestFinished(() => {
      for (const { destroy } of streams) destroy()
    })
    // Half of them are forwarded, and at most 2,000 of one client can be under way.
    const statuses = await Promise.all(
      Array.from({ length: isLongRun ? 3_000 : 1_000 }, async (_, index) => {
        const node = index % 2 === 0 ? third : holder
        return subscribe(node.port, streams[index % 100]?.clientId ?? '', ['notes', `notes/${index}`.padEnd(30, 'x')])
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([204]))
    await create(other, 'heard by all')
    await expect.poll(() => streams.every(({ arrived }) => arrived() === 1)).toBe(true)

    const topics = (count: number) => Array.from({ length: count }, (_, index) => `notes/${index}`.padEnd(2_400, 'x'))
    const id = streams[0]?.clientId ?? ''
    expect(await subscribe(third.port, id, topics(1_000))).toBe(204)
    // A client that sends many large ones at once would fill the database with them.
    const large = await Promise.all(Array.from({ length: 4 }, () => subscribe(other.port, id, topics(1_000))))
    expect(new Set(large)).toEqual(new Set([204, 429]))
    expect(await waitingMessages()).toBe(0)
  })

  test('is unknown when its node was killed, and not changed by a request that its suspended node has missed', async () => {
    const kept = await listen(holder)
    expect(await subscribe(other.port, kept.clientId, ['notes/kept'])).toBe(204)
    holder.signal('SIGSTOP')
    const missed = await Promise.all(
      [other, third].map(node => node.ask('POST', 'realtime', { clientId: kept.clientId, subscriptions: ['notes/*'] }, '')),
    )
    for (const { status } of missed) expect([404, 503]).toContain(status)
    // A message is withdrawn after its sender knows that the answer is late.
    await expect.poll(waitingMessages).toBe(0)
    holder.signal('SIGCONT')
    await expect.poll(async () => (await holder.ask('GET', 'health')).status, { timeout: 10_000 }).toBe(200)
    await create(holder, 'unheard')
    expect(await subscribe(third.port, kept.clientId, ['notes/*'])).toBe(204)
    await create(other, 'heard')
    await expect.poll(kept.titles).toEqual(['heard'])

    const answered = subscribe(third.port, kept.clientId, ['notes/*'])
    const [status] = await Promise.all([answered, holder.end('SIGKILL')])
    expect([204, 404]).toContain(status)
    expect(await subscribe(other.port, kept.clientId, ['notes/*'])).toBe(404)
    expect(await subscribe(third.port, kept.clientId, ['notes/*'])).toBe(404)
  })
})
