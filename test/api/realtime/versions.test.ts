import { afterAll, beforeAll, expect, test } from 'vitest'
import { openListener } from '../../exchanges/runner/openListener.ts'
import { type ApiResponse, askApi, type RequestOptions } from '../../harness/askApi.ts'
import { subscriptionWith } from '../../harness/eventStreams.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { signUp } from './signUp.ts'

let magazine: ServedMagazine
/** The member who subscribes, and its token. */
let member: { id: string; token: string }

const ask = (method: string, path: string, requestOptions?: RequestOptions): Promise<ApiResponse> =>
  askApi(magazine.port, method, `/api/${path}`, requestOptions)

const succeed: ServedMagazine['change'] = (...given) => magazine.change(...given)

const text = (name: string) => ({ name, type: 'text' })
const relation = (name: string, collectionId: unknown, options: object = {}) => ({
  name,
  type: 'relation',
  options: { collectionId, maxSelect: 1, cascadeDelete: true, ...options },
})

const authOptions = { allowUsernameAuth: true, minPasswordLength: 8 }

const createCollection = async (name: string, listRule: string, schema: object[], rest: object = {}) =>
  (await succeed('POST', '', { name, type: 'base', listRule, viewRule: listRule, schema, ...rest })).id

beforeAll(async () => {
  magazine = await serveMagazine('pool')
  const members = await createCollection('members', 'id = ""', [text('level')], { type: 'auth', options: authOptions })
  await createCollection('states', 'shown = true', [text('t'), { name: 'shown', type: 'bool' }, { name: 'n', type: 'number' }])
  await createCollection('vaults', '@request.auth.level = "high"', [text('t')])
  const projects = await createCollection('plans', 'id = ""', [text('t')])
  await createCollection('seats', 'project.t = "ours"', [relation('project', projects), relation('member', members)])
  const listRule = '@request.auth.id != "" && seats_via_project.member ?= @request.auth.id'
  await succeed('PATCH', '/plans', { listRule, viewRule: listRule })
  member = await signUp(magazine, 'members', { username: 'reader', level: 'low' })
})
afterAll(() => magazine.close())

interface Received {
  event: string
  json: { action: string; record: Record<string, unknown> }
}

async function listen(subscriptions: string[], token?: string) {
  const { clientId, take, close } = await openListener(magazine.port)
  expect((await ask('POST', 'realtime', { body: { clientId, subscriptions }, token })).status).toBe(204)
  const all: Received[] = []
  /** Returns what has arrived for a subscription so far, as `action t`. */
  const received = (subscription: string) => {
    all.push(...(take() as unknown as Received[]))
    return all
      .filter(({ event }) => event === subscription)
      .map(({ json: { action, record } }) => `${action} ${record.t ?? record.id}`)
  }
  return { received, close }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

const timeout = 30_000

test('of 500 pairs of quick changes, subscribers get exactly the visible one of each, as it was', {
  timeout: 120_000,
}, async () => {
  const filtered = subscriptionWith('states', { filter: 't != ""' })
  const listener = await listen(['states/*', filtered])
  const { id } = await succeed('POST', '/states/records', { t: 'first', shown: true })
  const expected = ['create first']
  for (const round of numbers(500)) {
    const states = [
      { t: `shown ${round}`, shown: true },
      { t: `hidden ${round}`, shown: false },
    ]
    const inOrder = round % 2 === 0 ? states : states.toReversed()
    await Promise.all(inOrder.map(state => succeed('PATCH', `/states/records/${id}`, state)))
    expected.push(`update shown ${round}`)
  }
  for (const subscription of ['states/*', filtered]) {
    await expect.poll(() => listener.received(subscription).length, { timeout }).toBe(expected.length)
    expect(listener.received(subscription)).toEqual(expected)
  }
  listener.close()
})

test('a create whose record did not match is not sent after an update has made it match', { timeout: 60_000 }, async () => {
  const filtered = subscriptionWith('states', { filter: 'n > 0' })
  const listener = await listen(['states/*', filtered])
  for (const round of numbers(100)) {
    const id = `state${String(round).padStart(10, '0')}`
    await succeed('POST', '/states/records', { id, t: `hidden ${round}` })
    await succeed('PATCH', `/states/records/${id}`, { t: `shown ${round}`, shown: true, n: 1 })
  }
  const expected = numbers(100).map(round => `update shown ${round}`)
  for (const subscription of ['states/*', filtered]) {
    await expect.poll(() => listener.received(subscription).length, { timeout }).toBeGreaterThanOrEqual(100)
    expect(listener.received(subscription)).toEqual(expected)
  }
  listener.close()
})

test('a right that the subscriber gets right after a change does not show it', { timeout: 60_000 }, async () => {
  const filtered = subscriptionWith('vaults', { filter: 't != ""' })
  const { id } = await succeed('POST', '/vaults/records', { t: 'first' })
  const [mine, all] = await Promise.all([listen(['vaults/*', filtered], member.token), listen(['vaults/*'], magazine.admin)])
  const setLevel = (level: string) => succeed('PATCH', `/members/records/${member.id}`, { level })
  for (const round of numbers(60)) {
    await succeed('PATCH', `/vaults/records/${id}`, { t: `before ${round}` })
    await setLevel('high')
    await succeed('PATCH', `/vaults/records/${id}`, { t: `after ${round}` })
    await setLevel('low')
  }
  await expect.poll(() => all.received('vaults/*').length, { timeout }).toBe(120)
  await setLevel('high')
  await succeed('PATCH', `/vaults/records/${id}`, { t: 'last' })
  for (const subscription of ['vaults/*', filtered]) {
    await expect.poll(() => mine.received(subscription), { timeout }).toContain('update last')
    expect(mine.received(subscription).filter(event => event.includes('before'))).toEqual([])
  }
  for (const { close } of [mine, all]) close()
})

test('a deletion is checked with the related records that are deleted with it', async () => {
  const filtered = subscriptionWith('plans', { filter: 'seats_via_project.id ?!= ""' })
  const [ours, theirs] = await Promise.all(['ours', 'theirs'].map(t => succeed('POST', '/plans/records', { t })))
  const [mine, other] = await Promise.all([listen(['plans/*', filtered, 'seats/*'], member.token), listen(['plans/*'])])
  const seat = await succeed('POST', '/seats/records', { project: ours?.id, member: member.id })
  await succeed('POST', '/seats/records', { project: theirs?.id })
  await expect.poll(() => mine.received('seats/*')).toEqual([`create ${seat.id}`])
  await succeed('DELETE', `/plans/records/${theirs?.id}`)
  await succeed('DELETE', `/plans/records/${ours?.id}`)
  await expect.poll(() => mine.received('plans/*')).toEqual(['delete ours'])
  await expect.poll(() => mine.received(filtered)).toEqual(['delete ours'])
  await expect.poll(() => mine.received('seats/*')).toEqual([`create ${seat.id}`, `delete ${seat.id}`])
  expect(other.received('plans/*')).toEqual([])
  for (const { close } of [mine, other]) close()
})

test('streams that concern a collection end if a deletion has more changes of it than an event holds', {
  timeout: 120_000,
}, async () => {
  const project = await succeed('POST', '/plans/records', { t: 'x' })
  const long = 'x'.repeat(900_000)
  const notes = await createCollection('notes', '', [text('t'), relation('project', (await succeed('GET', '/plans')).id)])
  const schema = [text('t'), relation('note', notes, { cascadeDelete: false })]
  await createCollection('clerks', 'id = ""', schema, { type: 'auth', options: authOptions })
  // Records are deleted in the order of their ids.
  const ids = numbers(20).map(number => `note${String(number).padStart(11, '0')}`)
  for (const id of ids) await succeed('POST', '/notes/records', { id, t: long, project: project.id })
  const clerk = await signUp(magazine, 'clerks', { username: 'clerk', t: long, note: ids.at(-1) })
  const stays = await listen(['states/*'], member.token)
  /** Opens a stream. Returns a request that subscribes again. */
  const open = async (subscriptions: string[], token?: string) => {
    const { clientId } = await openListener(magazine.port)
    const subscribe = () => ask('POST', 'realtime', { body: { clientId, subscriptions }, token })
    expect((await subscribe()).status).toBe(204)
    return subscribe
  }
  // The last deletion changes the record of the clerk, whose earlier version decides what it could see until then.
  const streams = { subscribed: await open(['notes/*']), signedIn: await open(['states/*'], clerk.token) }
  await succeed('DELETE', `/plans/records/${project.id}`)
  for (const [name, subscribe] of Object.entries(streams)) {
    await expect.poll(async () => (await subscribe()).status, { message: name }).toBe(404)
  }
  await succeed('POST', '/states/records', { t: 'later', shown: true })
  await expect.poll(() => stays.received('states/*')).toEqual(['create later'])
  stays.close()
})
