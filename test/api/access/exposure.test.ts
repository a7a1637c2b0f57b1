import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { cellFor, clientOf, exposureOf, readExposure } from './askAccess.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine('pool')
})
afterAll(() => magazine.close())

const newUsers = 'new:_pb_users_auth_'
const ask = (method: string, path: string, body?: object) =>
  askApi(magazine.port, method, `/api/access${path}`, { token: magazine.admin, ...(body && { body }) })

test('the exposure lists collections by risk: what guests can change, then readable emails and files, then what is readable', async () => {
  const { personas, collections, review, widened } = await readExposure(magazine)
  expect(personas.map(({ kind, collection }) => [kind, collection])).toEqual([
    ['guest', ''],
    ['newUser', 'clients'],
    ['newUser', 'users'],
  ])
  const names = collections.map(({ name }) => name)
  expect([names[0], names.at(-1)]).toEqual(['scratch', 'secrets'])
  expect(names.indexOf('users')).toBeLessThan(names.indexOf('media'))
  expect(names.indexOf('media')).toBeLessThan(names.indexOf('authors'))
  expect([review, widened]).toEqual([null, []])
})

test('views are counted only if the request names them, and large tables are not sampled then', async () => {
  const { collections } = await readExposure(magazine)
  const view = collections.find(({ name }) => name === 'post_stats')
  expect([view?.records, cellFor(view as never, 'guest', 'view')]).toEqual([undefined, { level: 'unknown' }])
  const counted = await exposureOf(magazine, 'post_stats')
  expect([counted.records, cellFor(counted, 'guest', 'view')]).toEqual([40, { level: 'some', count: 28 }])
})

test('a create rule never has a number: it allows nothing, anything, or depends on the data', async () => {
  await magazine.change('PATCH', '/tags', { createRule: '@request.auth.id != "" && name != "x"' })
  const tags = await exposureOf(magazine, 'tags')
  expect(cellFor(tags, 'guest', 'create')).toEqual({ level: 'none', isFixed: true })
  expect(cellFor(tags, newUsers, 'create')).toEqual({ level: 'some', dependsOnRequest: true })
  await magazine.change('PATCH', '/tags', { createRule: '@request.auth.verified = false' })
  expect(cellFor(await exposureOf(magazine, 'tags'), newUsers, 'create')).toEqual({ level: 'all', isFixed: true })
})

test('a rule that depends on the request has the number of records with the most favorable request, and with every request', async () => {
  await magazine.change('PATCH', '/tags', { updateRule: 'id != "" && @request.data.name:isset = false', deleteRule: null })
  const tags = await exposureOf(magazine, 'tags')
  expect(cellFor(tags, 'guest', 'update')).toEqual({ level: 'some', count: 8, atLeast: 0, dependsOnRequest: true })
  expect(cellFor(tags, 'guest', 'delete')).toEqual({ level: 'none', isFixed: true, count: 0 })
})

test('a rule that names a removed field reaches nothing, and the exposure says why', async () => {
  const { schema } = await magazine.change('GET', '/tags')
  const without = (schema as { name: string }[]).filter(({ name }) => name !== 'kind')
  await magazine.change('PATCH', '/scratch', { viewRule: '@collection.tags.kind ?= "topic"' })
  await magazine.change('PATCH', '/tags', { listRule: '', schema: without })
  expect(cellFor(await exposureOf(magazine, 'scratch'), 'guest', 'view')).toMatchObject({
    level: 'none',
    error: expect.stringContaining('kind'),
  })
  expect((await clientOf(magazine, undefined).ask('GET', '/scratch/records/scratch00000001')).status).toBe(404)
})

test('a manage rule that names a removed field opens no email, and the exposure can still be read', async () => {
  const { schema } = await magazine.change('GET', '/tags')
  const { listRule, options } = await magazine.change('GET', '/users')
  await magazine.change('PATCH', '/users', {
    listRule: '',
    options: { ...(options as object), manageRule: '@collection.tags.meta ?= "x"' },
  })
  await magazine.change('PATCH', '/tags', { schema: (schema as { name: string }[]).filter(({ name }) => name !== 'meta') })
  const { json } = await clientOf(magazine, undefined).ask('GET', '/users/records?perPage=500')
  const shown = (json.items as { email?: string }[]).filter(({ email }) => email)
  expect(shown.length).toBeGreaterThan(0)
  expect(cellFor(await exposureOf(magazine, 'users'), 'guest', 'emails')).toEqual({ level: 'some', count: shown.length })
  await magazine.change('PATCH', '/users', { listRule, options })
})

test('the emails that every request reads are without those that the manage rule opens only for some requests', async () => {
  const { listRule, options } = await magazine.change('GET', '/users')
  const manageRule = '@request.query.all:isset = false'
  await magazine.change('PATCH', '/users', { listRule: '', options: { ...(options as object), manageRule } })
  const query = 'collection=users&persona=users/bob000000000001&reached=emails&fields=id&perPage=500'
  const idsOf = async (more: string) =>
    ((await ask('GET', `/records?${query}${more}`)).json.items as { id: string }[]).map(({ id }) => id)
  const [readable, always] = [await idsOf(''), await idsOf('&everyRequest=1')]
  await magazine.change('PATCH', '/users', { listRule, options })
  expect(always).toContain('bob000000000001')
  expect(readable).toEqual(expect.arrayContaining(always))
  expect(always.length).toBeLessThan(readable.length)
})

test('protected files and realtime topics are evaluated in their own context', async () => {
  await magazine.change('PATCH', '/media', {
    viewRule: '@request.context = "protectedFile"',
    listRule: '@request.context = "realtime"',
  })
  const { files, access } = await exposureOf(magazine, 'media')
  expect(files).toContainEqual({ field: 'confidential', isProtected: true })
  expect(access.guest).toMatchObject({
    actions: { list: { level: 'none' }, view: { level: 'none' } },
    protectedFiles: { level: 'all' },
    realtime: { collection: { level: 'all' }, record: { level: 'none' } },
  })
})

test('every number can be opened as the list of records that it counts', async () => {
  // The rules of media are about realtime events and protected files only, so other lists are not the same.
  await magazine.change('PATCH', '/media', {
    viewRule: '@request.context != "default" && public = true',
    listRule: '@request.context = "realtime" && public = false',
    updateRule: 'public = true || @request.query.all = "1"',
  })
  const opened = new Set<string>()
  for (const collection of ['users', 'media']) {
    const { access } = await exposureOf(magazine, collection, 'users/bob000000000001')
    for (const [persona, { actions, emails, protectedFiles, realtime }] of Object.entries(access)) {
      const topics = { collectionTopic: realtime.collection, recordTopics: realtime.record }
      for (const [reached, cell] of Object.entries({ ...actions, emails, protectedFiles, ...topics })) {
        if (reached === 'create' || cell?.count === undefined) continue
        const query = new URLSearchParams({ collection, persona, reached, perPage: '500' })
        const { status, json } = await ask('GET', `/records?${query}`)
        const found = [status, json.totalItems, (json.items as object[]).length]
        expect([collection, persona, reached, ...found]).toEqual([collection, persona, reached, 200, cell.count, cell.count])
        if (cell.count > 0) opened.add(`${collection} ${reached}`)
        if (cell.atLeast === undefined) continue
        const always = await ask('GET', `/records?${query}&everyRequest=1`)
        expect([collection, persona, reached, always.json.totalItems]).toEqual([collection, persona, reached, cell.atLeast])
        if (cell.atLeast > 0) opened.add(`${collection} ${reached} with every request`)
      }
    }
  }
  const inContext = ['media protectedFiles', 'media collectionTopic', 'media recordTopics']
  const expected = ['users emails', 'media update with every request', ...inContext]
  expect([...opened]).toEqual(expect.arrayContaining(expected))
})

test.each([
  ['/records?collection=users&persona=nobody&reached=list', 404, 'There is no persona \\"nobody\\"'],
  ['/records?collection=users&reached=list', 400, 'Name the persona'],
  ['/records?collection=users&persona=guest&reached=create', 400, 'Name what is reached'],
  ['/records?persona=guest&reached=list', 404, 'There is no collection'],
  ['/exposure?persona=users/nobody', 404, 'There is no persona'],
  ['/exposure?collections=posts,nothing', 404, 'There is no collection \\"nothing\\"'],
])('GET /api/access%s is rejected with %i', async (path, status, message) => {
  const response = await ask('GET', path)
  expect([response.status, response.text]).toEqual([status, expect.stringContaining(message)])
})
