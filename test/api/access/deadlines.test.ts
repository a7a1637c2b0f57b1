import type { RuleChange } from '@coffer/schema'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { cellFor, readExposure } from './askAccess.ts'

let magazine: ServedMagazine
beforeEach(async () => {
  magazine = await serveMagazine()
})
afterEach(() => magazine.close())

/** Lets time pass between two looks at the clock of the server; by default so much that every request has used up its time. */
function letTimePass(stepMs = 60_000): void {
  const start = performance.now()
  let passedMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    passedMs += stepMs
    return start + passedMs
  })
  onTestFinished(() => clock.mockRestore())
}

const ask = (method: string, path: string, body?: object) =>
  askApi(magazine.port, method, `/api/access${path}`, { token: magazine.admin, ...(body && { body }) })

async function compare(collection: string, rules: object): Promise<RuleChange[]> {
  const { status, text } = await ask('POST', '/compare', { collection, rules })
  if (status !== 200) throw new Error(`${status} ${text}`)
  return JSON.parse(text).changes
}

test('the exposure has unknown levels for what is not counted in time', async () => {
  letTimePass()
  const { collections } = await readExposure(magazine)
  const posts = collections.find(({ name }) => name === 'posts')
  expect(posts?.records).toBeUndefined()
  expect(cellFor(posts as never, 'guest', 'list')).toEqual({ level: 'unknown' })
  expect(cellFor(posts as never, 'new:_pb_users_auth_', 'create')).toEqual({ level: 'unknown' })
})

test('records that are reached by a rule that is not evaluated in time are listed without a total', async () => {
  letTimePass()
  const { json } = await ask('GET', '/records?collection=posts&persona=guest&reached=list&perPage=500')
  expect([json.totalItems, (json.items as object[]).length]).toEqual([-1, 27])
})

test('a comparison without time counts no records, examines no users, and might open the collection', async () => {
  letTimePass()
  const changes = await compare('secrets', {
    list: 'id = "x" && @request.auth.id != ""',
    view: 'label != ""',
    create: '@request.auth.id = ""',
    delete: null,
  })
  const guests = { lost: 0, gainedIds: [], lostIds: [] }
  const users = { total: 11, examined: 0, gaining: 0, losing: 0, changed: [] }
  const uncertain = { opensToEveryone: true, isUncertain: true, before: null }
  expect(changes).toEqual([
    { ...uncertain, action: 'list', after: 'id = "x" && @request.auth.id != ""', guests, users },
    { ...uncertain, action: 'view', after: 'label != ""', guests },
    { ...uncertain, action: 'create', after: '@request.auth.id = ""' },
  ])
})

test('a change of collections is rejected if its rule tests are not run in time, unless the request allows it', async () => {
  const ruleTests = [{ persona: 'guest', action: 'view', record: 'secret000000001', expected: 'denied' }]
  await magazine.change('PATCH', '/secrets', { ruleTests })
  letTimePass()
  const { status, json } = await magazine.ask('PATCH', '/secrets', { viewRule: '' })
  const message = 'A guest cannot view the record secret000000001: Not run: the tests before it took too long.'
  expect([status, json]).toEqual([
    400,
    {
      code: 400,
      message: expect.stringMatching(/^1 rule test was not run in time after this change, so it was not saved\./),
      data: { failingTests: { secrets: { 0: { code: 'rule_test_not_run', message } } } },
    },
  ])
  expect(await magazine.change('GET', '/secrets')).toMatchObject({ viewRule: null })
  await magazine.change('PATCH', '/secrets?allowFailingTests=1', { viewRule: '' })
})

test('a changed rule that is not compared in time counts as widened, in the log and in the list', async () => {
  await magazine.change('PATCH', '/posts', { listRule: 'status = "published" && @request.auth.id != ""' })
  const { state } = await readExposure(magazine)
  expect((await ask('PUT', '/review', { state })).status).toBe(200)
  letTimePass()
  await magazine.change('PATCH', '/posts', { listRule: 'status = "archived" && @request.auth.id != ""' })
  const sentence = 'New users can list some records of posts (the rule has changed and reaches more).'
  const logged = () =>
    queryDatabase(magazine.dataDir, 'logs', 'SELECT message FROM _logs WHERE level = 4').map(([message]) => message)
  await vi.waitFor(() => expect(logged()).toContain(sentence), { timeout: 20_000, interval: 100 })
  const { widened } = await readExposure(magazine)
  expect(widened).toContainEqual(
    expect.objectContaining({ collection: 'posts', persona: 'new:_pb_users_auth_', what: 'list', before: 'some', after: 'some' }),
  )
})

const update = { persona: 'guest', collection: 'scratch', action: 'update', record: 'scratch00000001', data: { t: 'changed' } }

test('a dry run that takes longer than a second is stopped, and changes nothing', async () => {
  const before = magazine.query('SELECT * FROM scratch')
  letTimePass()
  const { status, json } = await ask('POST', '/explain', update)
  expect([status, json.message]).toEqual([400, expect.stringContaining('The dry run took too long and was stopped')])
  expect(magazine.query('SELECT * FROM scratch')).toEqual(before)
})

test('the time of a dry run is looked at before each part of a long rule is evaluated', async () => {
  const parts = 90
  const rule = Array.from({ length: parts }, (_, index) => `t != "${index}"`).join(' && ')
  // Each part is evaluated, and then its values are read. A second is over before both have been done for all.
  letTimePass(1000 / (2 * parts))
  expect((await ask('POST', '/explain', update)).status).toBe(200)
  expect((await ask('POST', '/explain', { ...update, rule })).status).toBe(400)
})
