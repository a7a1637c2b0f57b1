import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { subscriptionWith } from '../../harness/eventStreams.ts'
import { openForwarder } from '../../harness/openForwarder.ts'
import { createResuming, type ResumingListener } from '../../harness/openResuming.ts'
import { resumingProgram } from '../../harness/resumingProgram.ts'
import { startProgram } from '../apiDocs/startProgram.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { signUp } from './signUp.ts'

let magazine: ServedMagazine
let member: { id: string; token: string }

const succeed: ServedMagazine['change'] = (...given) => magazine.change(...given)

const text = (name: string) => ({ name, type: 'text' })
const number = (name: string) => ({ name, type: 'number' })
const records = (collection: string) => `/${collection}/records`

const createCollection = (name: string, listRule: string | null, schema: object[], rest: object = {}) =>
  succeed('POST', '', { name, type: 'base', listRule, viewRule: listRule, schema, ...rest })

const authOptions = { allowUsernameAuth: true, minPasswordLength: 8 }

const setRule = (collection: string, listRule: string | null) =>
  succeed('PATCH', `/${collection}`, { listRule, viewRule: listRule })

beforeAll(async () => {
  // The evaluations for all listeners count for one address, and on a busy machine they take longer than the default limit of one. A
  // listener whose stream ends at the limit would wait for events in vain.
  magazine = await serveMagazine('pool', [], ['--limits', 'evaluationMs=1000000/1000000'])
  await createCollection('readers', 'id = ""', [], { type: 'auth', options: authOptions })
  await createCollection('open', '', [text('t'), number('n')])
  await createCollection('states', 'n > 3', [text('t'), number('n')])
  await createCollection('inner', '@request.auth.id != ""', [text('t'), number('n')])
  member = await signUp(magazine, 'readers', { username: 'reader' })
})
afterAll(() => magazine.close())

async function listen(subscriptions: readonly string[], token?: string): Promise<ResumingListener> {
  const listener = createResuming(magazine.port, { subscriptions, token })
  onTestFinished(listener.cut)
  expect(await listener.connect()).toBe(204)
  return listener
}

/** Returns what a listener has received for a subscription, as `action t`. */
const receivedBy = (listener: ResumingListener, subscription: string) =>
  listener.received
    .filter(({ event }) => event === subscription)
    .map(({ json: { action, record } }) => `${action} ${record?.t} ${record?.id}`)

const resyncsOf = (listener: ResumingListener) =>
  listener.received.filter(({ event }) => event === '@resync').flatMap(({ json }) => json.subscriptions ?? [])

/** Waits until all earlier changes have been sent, by a change that a listener receives. */
async function settle(listener: ResumingListener, collection = 'open'): Promise<void> {
  const { id } = await succeed('POST', records(collection), { t: 'settled', n: 9 })
  const isThere = () => listener.received.some(({ event, json }) => event === `${collection}/*` && json.record?.id === id)
  await expect.poll(isThere, { timeout: 20_000 }).toBe(true)
}

const random = (count: number) => Math.floor(Math.random() * count)

/** Changes random records of all collections. */
async function change(rounds: number): Promise<void> {
  const known: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const collection = ['open', 'states', 'inner'][random(3)] ?? ''
    const path = known.length > 0 && Math.random() < 0.6 ? known[random(known.length)] : undefined
    const body = { t: `${round}`, n: random(8) }
    if (path === undefined) known.push(`${records(collection)}/${(await succeed('POST', records(collection), body)).id}`)
    else if (Math.random() < 0.3) {
      known.splice(known.indexOf(path), 1)
      await succeed('DELETE', path)
    } else await succeed('PATCH', path, body)
    if (Math.random() < 0.3) await wait(random(10))
  }
}

/** Cuts a connection at random moments, also before it has subscribed again, until the changes are made. */
async function cutRandomly(listener: ResumingListener, isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    await wait(random(60))
    if (Math.random() < 0.5) {
      listener.lose()
      await wait(random(20))
    }
    listener.cut()
    await wait(random(30))
    const connected = listener.connect()
    if (Math.random() < 0.7) await connected
  }
  listener.cut()
  expect(await listener.connect()).toBe(204)
}

test('connections that are cut at random moments miss no event and receive none twice', { timeout: 300_000 }, async () => {
  const filtered = subscriptionWith('open', { filter: 'n > 2' })
  const selected = subscriptionWith('states', { fields: 'id,t', filter: 't != ""' })
  const cases = [
    { subscriptions: ['open/*'] },
    { subscriptions: ['open/*', 'states/*', filtered] },
    { subscriptions: ['open/*', 'open', selected, filtered, 'states'] },
    { subscriptions: ['inner/*', 'open/*', subscriptionWith('inner', { filter: 'n < 6' })], token: member.token },
    { subscriptions: ['inner/*', 'states/*', 'open/*'], token: magazine.admin },
  ]
  const pairs = await Promise.all(
    [...cases, ...cases].map(async ({ subscriptions, token }) => ({
      subscriptions,
      steady: await listen(subscriptions, token),
      cut: await listen(subscriptions, token),
    })),
  )
  let isDone = false
  const cutting = pairs.map(({ cut }) => cutRandomly(cut, () => isDone))
  await Promise.all(Array.from({ length: 4 }, () => change(120)))
  isDone = true
  await Promise.all(cutting)
  await Promise.all(pairs.flatMap(({ steady, cut }) => [settle(steady), settle(cut)]))
  // The listeners that settled first receive the events of the others later.
  const last = await succeed('POST', records('open'), { t: 'last', n: 9 })
  for (const { subscriptions, steady, cut } of pairs) {
    for (const listener of [steady, cut]) {
      await expect.poll(() => listener.received.some(({ json }) => json.record?.id === last.id), { timeout: 20_000 }).toBe(true)
    }
    expect(resyncsOf(cut)).toEqual([])
    for (const subscription of subscriptions) {
      await expect.poll(() => receivedBy(cut, subscription), { timeout: 20_000 }).toEqual(receivedBy(steady, subscription))
      expect(receivedBy(steady, subscription).length).toBeGreaterThan(20)
    }
  }
})

test('a client that comes back receives what it missed before later events, also if it is cut before it has subscribed', async () => {
  const listener = await listen(['open/*', 'states/*'])
  listener.cut()
  const { id } = await succeed('POST', records('open'), { t: 'missed', n: 1 })
  const unsubscribed = listener.connect()
  await expect.poll(() => listener.lastEventId).toMatch(/^\w{40}$/)
  listener.cut()
  await unsubscribed
  await succeed('PATCH', `${records('open')}/${id}`, { t: 'missed too' })
  await succeed('DELETE', `${records('open')}/${id}`)
  await succeed('POST', records('states'), { t: 'hidden', n: 1 })
  expect(await listener.connect()).toBe(204)
  await succeed('POST', records('open'), { t: 'later' })
  await expect.poll(() => receivedBy(listener, 'open/*').length).toBe(4)
  expect(receivedBy(listener, 'open/*').map(event => event.replace(/ \w+$/, ''))).toEqual([
    'create missed',
    'update missed too',
    'delete missed too',
    'create later',
  ])
  expect([receivedBy(listener, 'states/*'), resyncsOf(listener)]).toEqual([[], []])
})

test('a client whose slow subscriptions are behind receives their events, and no event of the others again', async () => {
  const endless = 'comments_via_post.post.comments_via_post.post.comments_via_post.body != "nothing"'
  // They are evaluated together with the subscriptions of the same address that have options.
  await listen([1, 2, 3].map(turn => subscriptionWith('posts', { filter: endless, turn })))
  const filtered = subscriptionWith('posts', { filter: 'views > 0' })
  const listener = await listen(['posts/*', filtered], magazine.admin)
  const viewsOf = (subscription: string) =>
    listener.received.filter(({ event }) => event === subscription).map(({ json }) => json.record?.views)
  const rounds: number[] = []
  let behind = 0
  // On a busy machine, the events of both subscriptions can arrive before the client has disconnected.
  for (let views = 1; views <= 4 || behind === 0; views += 1) {
    rounds.push(views)
    await succeed('PATCH', `${records('posts')}/post00000000002`, { views })
    await expect.poll(() => viewsOf('posts/*').at(-1), { interval: 5 }).toBe(views)
    listener.cut()
    behind += viewsOf('posts/*').length - viewsOf(filtered).length
    expect(await listener.connect()).toBe(204)
  }
  await expect.poll(() => viewsOf(filtered).at(-1), { timeout: 20_000 }).toBe(rounds.length)
  expect([viewsOf('posts/*'), viewsOf(filtered), resyncsOf(listener)]).toEqual([rounds, rounds, []])
})

test('a client without the id of an event receives only what happens from then on', async () => {
  const listener = await listen(['open/*'])
  await settle(listener)
  listener.cut()
  await succeed('POST', records('open'), { t: 'missed' })
  listener.lastEventId = ''
  expect(await listener.connect()).toBe(204)
  await settle(listener)
  expect(receivedBy(listener, 'open/*').map(event => event.split(' ')[1])).toEqual(['settled', 'settled'])
  expect(resyncsOf(listener)).toEqual([])
})

test('missed events are evaluated for who the client is now', async () => {
  const listener = await listen(['inner/*', 'open/*'], member.token)
  await settle(listener)
  listener.cut()
  await succeed('POST', records('inner'), { t: 'for members' })
  listener.options = { subscriptions: listener.options.subscriptions }
  expect(await listener.connect()).toBe(204)
  await settle(listener)
  expect([receivedBy(listener, 'inner/*'), resyncsOf(listener)]).toEqual([[], []])

  const { lastEventId } = listener
  listener.cut()
  await succeed('POST', records('inner'), { t: 'for members again' })
  const signedIn = createResuming(magazine.port, { subscriptions: ['inner/*', 'open/*'], token: member.token })
  onTestFinished(signedIn.cut)
  signedIn.lastEventId = lastEventId
  expect(await signedIn.connect()).toBe(204)
  await expect.poll(() => receivedBy(signedIn, 'inner/*').length).toBe(1)
})

test('a right that a user was given while its client was away shows no change from before', async () => {
  await createCollection('clerks', 'id = @request.auth.id', [text('level')], { type: 'auth', options: authOptions })
  await createCollection('vaults', '@request.auth.level = "high"', [text('t')])
  const clerk = await signUp(magazine, 'clerks', { username: 'clerk', level: 'low' })
  const own = `clerks/${clerk.id}`
  const listener = await listen(['vaults/*', own, 'open/*'], clerk.token)
  await settle(listener)
  listener.cut()
  const { id } = await succeed('POST', records('vaults'), { t: 'before' })
  await succeed('PATCH', `${records('clerks')}/${clerk.id}`, { level: 'high' })
  expect(await listener.connect()).toBe(204)
  await settle(listener)
  expect([receivedBy(listener, 'vaults/*'), resyncsOf(listener)]).toEqual([[], ['vaults/*']])
  expect(receivedBy(listener, own)).toEqual([`update undefined ${clerk.id}`])

  listener.cut()
  await succeed('PATCH', `${records('vaults')}/${id}`, { t: 'after' })
  expect(await listener.connect()).toBe(204)
  await settle(listener)
  expect([receivedBy(listener, 'vaults/*'), resyncsOf(listener)]).toEqual([[`update after ${id}`], ['vaults/*']])
})

test('after a rule has changed, what was missed is not sent, and the client has to load again', async () => {
  const filtered = subscriptionWith('open', { filter: 't != ""' })
  const listener = await listen(['open/*', filtered, 'states/*'])
  await settle(listener)
  listener.cut()
  await succeed('POST', records('open'), { t: 'no longer public' })
  await setRule('open', null)
  expect(await listener.connect()).toBe(204)
  await expect.poll(() => resyncsOf(listener).sort()).toEqual(['open/*', filtered].sort())
  await setRule('open', '')
  await settle(listener)
  expect(receivedBy(listener, 'open/*').map(event => event.split(' ')[1])).toEqual(['settled', 'settled'])
})

test('an id that this server has not written makes the client load everything again', async () => {
  for (const id of ['unknown', 'x'.repeat(4_000), '0'.repeat(22), '%00', 'a'.repeat(40)]) {
    const listener = createResuming(magazine.port, { subscriptions: ['open/*', 'states/*'] })
    onTestFinished(listener.cut)
    listener.lastEventId = id
    expect(await listener.connect()).toBe(204)
    await expect.poll(() => resyncsOf(listener)).toEqual(['open/*', 'states/*'])
    await settle(listener)
    listener.cut()
    await succeed('POST', records('open'), { t: 'missed' })
    expect(await listener.connect()).toBe(204)
    await settle(listener)
    expect(receivedBy(listener, 'open/*').map(event => event.split(' ')[1])).toEqual(['settled', 'missed', 'settled'])
    expect(resyncsOf(listener)).toHaveLength(2)
  }
})

test('a client of the SDK with the lines of the manual receives what it has missed', { timeout: 60_000 }, async () => {
  const proxy = await openForwarder(magazine.port)
  onTestFinished(proxy.close)
  const { printed } = startProgram(resumingProgram(proxy.port, 'open', 't'))
  await expect.poll(printed, { timeout: 20_000 }).toContain('subscribed')
  await succeed('POST', records('open'), { t: 'one' })
  await expect.poll(printed).toContain('got one')
  proxy.cut()
  await succeed('POST', records('open'), { t: 'two' })
  await succeed('POST', records('open'), { t: 'three' })
  await expect.poll(printed, { timeout: 20_000 }).toContain('got three')
  expect(printed().match(/got .*|resync.*/g)).toEqual(['got one', 'got two', 'got three'])
})

test('a missed deletion is checked with the related records that were deleted with it', async () => {
  const { id: plans } = await createCollection('plans', 'id = ""', [text('t')])
  const relation = { name: 'plan', type: 'relation', options: { collectionId: plans, maxSelect: 1, cascadeDelete: true } }
  await createCollection('seats', '', [relation, text('who')])
  await setRule('plans', '@request.auth.id != "" && seats_via_plan.who ?= @request.auth.id')
  const [ours, theirs] = await Promise.all(['ours', 'theirs'].map(t => succeed('POST', records('plans'), { t })))
  const listener = await listen(['plans/*', 'open/*'], member.token)
  await settle(listener)
  await succeed('POST', records('seats'), { plan: ours?.id, who: member.id })
  await succeed('POST', records('seats'), { plan: theirs?.id, who: 'other' })
  listener.cut()
  await succeed('DELETE', `${records('plans')}/${theirs?.id}`)
  await succeed('DELETE', `${records('plans')}/${ours?.id}`)
  expect(await listener.connect()).toBe(204)
  await settle(listener)
  expect(receivedBy(listener, 'plans/*')).toEqual([`delete ours ${ours?.id}`])
  expect(resyncsOf(listener)).toEqual([])
})
