import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { readExposure } from './askAccess.ts'
import { markReviewed, readWarnings, readWidened, reviewState } from './askReview.ts'

let magazine: ServedMagazine
beforeEach(async () => {
  magazine = await serveMagazine()
})
afterEach(() => magazine.close())

const mark = (state: string) => markReviewed(magazine, state)
const review = () => reviewState(magazine)
const widened = () => readWidened(magazine)
const warnings = () => readWarnings(magazine)

test('what has widened since the review is listed and logged, and a new review ends that', async () => {
  await review()
  expect(await readExposure(magazine)).toMatchObject({ review: { by: 'editor@magazine.example' }, widened: [] })
  await magazine.change('PATCH', '/secrets', { viewRule: '@request.auth.id != ""' })
  await magazine.change('PATCH', '/secrets', { viewRule: '' })
  expect(await widened()).toEqual([['secrets', 'guest', 'view', 'none', 'all']])
  const logged = [
    'New clients can view all records of secrets (before: none).',
    'New users can view all records of secrets (before: none).',
    'Guests can view all records of secrets (before: none).',
  ]
  await vi.waitFor(() => expect(warnings()).toEqual(logged), { timeout: 20_000, interval: 100 })
  await review()
  expect(await widened()).toEqual([])
})

test('a rule that depends on the records has widened only if it reaches records that it did not reach', async () => {
  await magazine.change('PATCH', '/posts', { listRule: 'status = "published" && featured = true' })
  await review()
  await magazine.change('PATCH', '/posts', { listRule: 'featured = true && status = "published" && title != "x"' })
  expect(await widened()).toEqual([])
  await magazine.change('PATCH', '/posts', { listRule: 'status = "archived"' })
  expect(await widened()).toEqual([['posts', 'guest', 'list', 'some', 'some']])
})

test('each change that opens more is logged, also if an earlier one has opened something and was not reviewed', async () => {
  await magazine.change('PATCH', '/posts', { listRule: 'status = "published"' })
  await review()
  const rules = [
    'status = "published" || status = "archived"',
    'status = "published" || status = "archived" || status = "review"',
    'status = "published" || status = "review"',
    'status = "published" || status = "review" || (@request.auth.id != "" && status = "draft" && title != "x")',
  ]
  const logged: string[] = []
  const logs = async (...sentences: string[]) => {
    logged.push(...sentences)
    await vi.waitFor(() => expect(warnings()).toEqual(logged), { timeout: 20_000, interval: 100 })
  }
  const reachesMore = (who: string) => `${who} can list some records of posts (the rule has changed and reaches more).`
  await magazine.change('PATCH', '/posts', { listRule: rules[0] })
  await logs(reachesMore('Guests'))
  await magazine.change('PATCH', '/posts', { listRule: rules[1] })
  await logs(reachesMore('Guests'))
  await magazine.change('PATCH', '/posts', { listRule: rules[2] })
  await magazine.change('PATCH', '/posts', { listRule: rules[3] })
  await logs(reachesMore('New clients'), reachesMore('New users'))
})

test('what a rule opens to new users is listed also if guests gain less by it', async () => {
  await magazine.change('PATCH', '/posts', { listRule: 'status = "published"' })
  await review()
  await magazine.change('PATCH', '/posts', { listRule: 'status != "draft" || @request.auth.id != ""' })
  expect(await widened()).toEqual([
    ['posts', 'guest', 'list', 'some', 'some'],
    ['posts', 'newUser', 'list', 'some', 'all'],
    ['posts', 'newUser', 'list', 'some', 'all'],
  ])
  const sentence = 'New users can list all records of posts (before: some).'
  await vi.waitFor(() => expect(warnings()).toContain(sentence), { timeout: 20_000, interval: 100 })
})

test('what guests can do names the new users who can do the same since the review', async () => {
  await magazine.change('PATCH', '/secrets', { viewRule: '@request.auth.id != ""' })
  await review()
  await magazine.change('PATCH', '/secrets', { listRule: '', viewRule: '' })
  const { widened } = await readExposure(magazine)
  expect(widened.map(({ what, persona, alsoFor }) => [what, persona, alsoFor])).toEqual([
    ['list', 'guest', ['new:mgclients000001', 'new:_pb_users_auth_']],
    ['view', 'guest', undefined],
  ])
})

test('records, and rules that allow less, widen nothing', async () => {
  await review()
  await magazine.change('POST', '/scratch/records', { t: 'another' })
  await magazine.change('PATCH', '/scratch', { listRule: null, deleteRule: 't = "x"' })
  expect(await widened()).toEqual([])
  // The log is written later, in the order of the changes.
  await magazine.change('PATCH', '/secrets', { viewRule: '' })
  const logged = ['Guests can view all records of secrets (before: none).']
  await vi.waitFor(() => expect(warnings()).toEqual(logged), { timeout: 20_000, interval: 100 })
})

test('new fields and new public files of a readable collection have widened, as does a new collection', async () => {
  await magazine.change('PATCH', '/media', { listRule: '', viewRule: '' })
  await review()
  const { schema } = await magazine.change('GET', '/media')
  const fields = (schema as { name: string; options: object }[]).map(field =>
    field.name === 'confidential' ? { ...field, options: { ...field.options, protected: false } } : field,
  )
  await magazine.change('PATCH', '/media', { schema: [...fields, { name: 'price', type: 'number' }] })
  await magazine.change('POST', '', { name: 'orders', type: 'base', schema: [{ name: 'sum', type: 'number' }], listRule: '' })
  expect(await widened()).toEqual([
    ['media', 'guest', 'fields', 'none', 'some', 'price'],
    ['media', 'guest', 'files', 'none', 'some', 'confidential'],
    ['orders', 'guest', 'list', 'none', 'all'],
  ])
})

test('a manage rule that shows hidden emails to guests has widened', async () => {
  await review()
  await magazine.change('PATCH', '/users', { options: { manageRule: 'id != "" || @request.method = "GET"' } })
  expect(await widened()).toContainEqual(['users', 'guest', 'emails', 'some', 'all'])
})

test('a manage rule that shows more of the hidden emails to guests has widened', async () => {
  await magazine.change('PATCH', '/users', { options: { manageRule: 'username = "alice"' } })
  await review()
  await magazine.change('PATCH', '/users', { options: { manageRule: 'username != "alice" && username = "x"' } })
  expect(await widened()).toEqual([])
  await magazine.change('PATCH', '/users', { options: { manageRule: 'username != ""' } })
  expect(await widened()).toContainEqual(['users', 'guest', 'emails', 'some', 'some'])
})

test('what a rule opens only to realtime subscriptions and downloads of protected files has widened', async () => {
  await magazine.change('PATCH', '/media', { listRule: null, viewRule: null })
  await magazine.change('PATCH', '/posts', { listRule: 'status = "published"' })
  await review()
  await magazine.change('PATCH', '/media', {
    listRule: '@request.context = "realtime"',
    viewRule: '@request.context = "protectedFile"',
  })
  const { listRule } = await magazine.change('PATCH', '/posts', {
    listRule: 'status = "published" || (@request.context = "realtime" && status != "")',
  })
  expect(listRule).toContain('realtime')
  const found = await widened()
  expect(found).toHaveLength(3)
  expect(found).toEqual(
    expect.arrayContaining([
      ['media', 'guest', 'collectionTopic', 'none', 'all'],
      ['media', 'guest', 'protectedFiles', 'none', 'all'],
      ['posts', 'guest', 'collectionTopic', 'some', 'some'],
    ]),
  )
  const logged = [
    'Guests can download the protected files of all records of media (before: none).',
    'Guests can receive realtime events of all records of media on the topic media/* (before: none).',
    'Guests can receive realtime events of some records of posts on the topic posts/* (the rule has changed and reaches more).',
  ]
  await vi.waitFor(() => expect(warnings()).toEqual(expect.arrayContaining(logged)), { timeout: 20_000, interval: 100 })
})

test('a rule that no longer distinguishes contexts has widened where it allows more', async () => {
  await magazine.change('PATCH', '/secrets', { listRule: '@request.context = "default"', viewRule: null })
  await review()
  await magazine.change('PATCH', '/secrets', { listRule: '' })
  expect(await widened()).toEqual([['secrets', 'guest', 'collectionTopic', 'none', 'all']])
})

test('a field with protected files that is added where a rule opens only downloads is listed', async () => {
  await magazine.change('PATCH', '/secrets', { listRule: null, viewRule: '@request.context = "protectedFile"' })
  await review()
  const { schema } = await magazine.change('GET', '/secrets')
  const scan = { name: 'scan', type: 'file', options: { maxSelect: 1, maxSize: 1000, protected: true } }
  await magazine.change('PATCH', '/secrets', { schema: [...(schema as object[]), scan, { name: 'note', type: 'text' }] })
  expect(await widened()).toEqual([['secrets', 'guest', 'fields', 'none', 'some', 'scan']])
})

test('records of a collection that a rule reads change neither the state nor what has widened', async () => {
  await magazine.change('POST', '', { name: 'flags', type: 'base', schema: [{ name: 'public', type: 'bool' }] })
  await review()
  const rule = '@collection.flags.public ?= true'
  await magazine.change('PATCH', '/secrets', { listRule: rule, createRule: rule })
  expect(await widened()).toEqual([
    ['secrets', 'guest', 'list', 'none', 'some'],
    ['secrets', 'guest', 'create', 'none', 'some'],
  ])
  await review()
  const { state } = await readExposure(magazine)
  await magazine.change('POST', '/flags/records', { public: true })
  expect(await widened()).toEqual([])
  // The state that an admin has seen can still be marked as reviewed.
  expect((await mark(state)).status).toBe(200)
})

test('a rule has widened when the field by which it excludes users is removed from their collection', async () => {
  const { schema } = await magazine.change('GET', '/users')
  await magazine.change('PATCH', '/users', { schema: [...(schema as object[]), { name: 'banned', type: 'bool' }] })
  await magazine.change('PATCH', '/secrets', {
    listRule: '@request.auth.banned = true',
    viewRule: '@request.auth.id != "" && @request.auth.banned != true',
  })
  await review()
  await magazine.change('PATCH', '/users', { schema })
  expect(await widened()).toEqual([['secrets', 'newUser', 'view', 'all', 'all']])
  expect((await readExposure(magazine)).widened).toMatchObject([
    { persona: 'new:_pb_users_auth_', nullNames: ['@request.auth.banned'] },
  ])
  const logged = [
    'The view rule of secrets can allow more, because a field that it reads no longer exists and is null: @request.auth.banned.',
  ]
  await vi.waitFor(() => expect(warnings()).toEqual(logged), { timeout: 20_000, interval: 100 })
  await review()
  expect(await widened()).toEqual([])
})

test('a rule has widened when the collection by which it excludes users is deleted', async () => {
  const user = {
    name: 'user',
    type: 'relation',
    options: { collectionId: '_pb_users_auth_', maxSelect: 1, cascadeDelete: false },
  }
  await magazine.change('POST', '', { name: 'bans', type: 'base', schema: [user] })
  await magazine.change('PATCH', '/secrets', {
    viewRule: '@request.auth.collectionName = "users" && @request.auth.bans_via_user.id = ""',
  })
  await review()
  await magazine.change('DELETE', '/bans')
  expect((await readExposure(magazine)).widened).toMatchObject([
    { collection: 'secrets', what: 'view', persona: 'new:_pb_users_auth_', nullNames: ['@request.auth.bans_via_user.id'] },
  ])
  const logged = [
    'The view rule of secrets can allow more, because a field that it reads no longer exists and is null: @request.auth.bans_via_user.id.',
  ]
  await vi.waitFor(() => expect(warnings()).toEqual(logged), { timeout: 20_000, interval: 100 })
})

test('a state that is not the current one cannot be marked as reviewed', async () => {
  const { state } = await readExposure(magazine)
  await magazine.change('PATCH', '/secrets', { viewRule: '' })
  const { status, text } = await mark(state)
  expect([status, text]).toEqual([400, expect.stringContaining('Read the exposure again')])
  expect((await readExposure(magazine)).review).toBeNull()
})
