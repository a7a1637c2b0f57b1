import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { failWrites } from '../../harness/failWrites.ts'
import { signToken } from '../../harness/signToken.ts'
import { explain } from '../access/explain.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

const title = { name: 'title', type: 'text', required: true }
const isNew = '@collection.clubs.title != @request.data.title'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine('pool')
  await magazine.change('POST', '', { name: 'bans', type: 'base', schema: [title] })
  const listRule = '@collection.bans.title != title'
  await magazine.change('POST', '', { name: 'clubs', type: 'base', schema: [title], listRule })
  await magazine.change('PATCH', '/clubs', { createRule: isNew })
})
afterAll(() => magazine.close())

const asGuest = (method: string, body?: object) =>
  askApi(magazine.port, method, '/api/collections/clubs/records', { ...(body && { body }) })
async function add(body: object) {
  const { status, json } = await asGuest('POST', body)
  return status === 200 ? 'created' : Object.keys(json.data as object)
}
const listed = async () => (await asGuest('GET')).json.totalItems
const setRules = (rules: string) => magazine.asAdmin('PATCH', '/api/settings/dialect', { rules })

test('a rule that excludes by an empty collection, and one that reads its own collection, have the meaning that is set', async () => {
  await magazine.change('POST', '/clubs/records', { title: 'Chess' })
  expect(await magazine.asAdmin('GET', '/api/settings/dialect')).toMatchObject({
    rules: '0.22',
    differences: expect.arrayContaining([
      expect.objectContaining({ message: expect.stringMatching(/^clubs.listRule excludes .* Here it fails\.$/) }),
      expect.objectContaining({ message: expect.stringMatching(/^clubs.createRule reads its own .* Here it is\.$/) }),
    ]),
  })
  expect([await listed(), await add({ title: 'Go' }), await add({})]).toEqual([0, [], ['title']])

  expect(await setRules('today')).toMatchObject({
    dialect: '0.22',
    rules: 'today',
    differences: expect.arrayContaining([
      expect.objectContaining({ message: expect.stringMatching(/^clubs.listRule excludes .* Here it passes\.$/) }),
      expect.objectContaining({ message: expect.stringMatching(/^clubs.createRule reads its own .* Here it is not\.$/) }),
    ]),
  })
  expect([await listed(), await add({ title: 'Go' }), await add({ title: 'Go' })]).toEqual([1, 'created', []])
  const asked = { persona: 'guest', action: 'create', collection: 'clubs' }
  const { verdict } = await explain(magazine, { ...asked, data: { title: 'Skat' } })
  expect(verdict.isAllowed).toBe(true)
  await magazine.change('POST', '/bans/records', { title: 'Go' })
  expect(await listed()).toBe(1)
})

test('a rule that excludes by the values of a list has the meaning that is set where the list is empty', async () => {
  const flags = { name: 'flags', type: 'select', options: { maxSelect: 2, values: ['draft', 'hidden'] } }
  const rules = { createRule: '@request.data.flags:each != "hidden"', listRule: 'flags:each != "hidden"' }
  await magazine.change('POST', '', { name: 'notes', type: 'base', schema: [flags], ...rules })
  const path = '/api/collections/notes/records'
  const statuses = async () => {
    const found: number[] = []
    for (const body of [{}, { flags: ['draft'] }, { flags: ['hidden'] }])
      found.push((await askApi(magazine.port, 'POST', path, { body })).status)
    return found
  }
  const total = async () => (await askApi(magazine.port, 'GET', path)).json.totalItems
  await setRules('0.22')
  expect([await statuses(), await total()]).toEqual([[400, 200, 400], 1])
  expect(await setRules('today')).toMatchObject({
    differences: expect.arrayContaining([
      expect.objectContaining({
        path: 'notes.createRule',
        message: expect.stringMatching(/all values of @request\.data\.flags:each\. .* Here it passes\.$/),
      }),
      expect.objectContaining({ path: 'notes.listRule', message: expect.stringContaining('all values of flags:each.') }),
    ]),
  })
  expect([await statuses(), await total()]).toEqual([[200, 200, 400], 3])
})

test('by the rules of today, a guest whom the create rule rejects does not see what else is wrong', async () => {
  await setRules('0.22')
  await magazine.change('PATCH', '/clubs', { createRule: '@request.data.title = "Chess"' })
  expect(await add({})).toEqual(['title'])
  await setRules('today')
  expect(await add({})).toEqual([])
})

test('an email that a superuser changes ends the tokens of the user as since 0.24, and not by the meaning of 0.22', async () => {
  const isSignedIn = async (token: string) =>
    (await askApi(magazine.port, 'POST', '/api/collections/users/auth-refresh', { token })).status === 200
  const setEmail = (email: string) => magazine.change('PATCH', '/users/records/dave00000000001', { email })
  const token = signToken(magazine.dataDir, 'auth', 'users:dave')
  await setRules('0.22')
  await setEmail('dave@new.example')
  expect(await isSignedIn(token)).toBe(true)
  await setRules('today')
  await setEmail('dave@new.example')
  expect(await isSignedIn(token)).toBe(true)
  await setEmail('dave@newer.example')
  expect([await isSignedIn(token), await isSignedIn(signToken(magazine.dataDir, 'auth', 'users:dave'))]).toEqual([false, true])
})

test('an email of an admin that changes ends the tokens of the admin by the meaning of today, also in a batch, and not by that of 0.22', async () => {
  await setRules('0.22')
  const password = 'a-long-password'
  const form = { email: 'ada@admins.example', password, passwordConfirm: password }
  const { id } = await magazine.asAdmin('POST', '/api/admins', form)
  await magazine.asAdmin('PATCH', '/today/api/settings', { batch: { enabled: true, maxRequests: 10, timeout: 30 } })
  const isSignedIn = async (token: string) => (await askApi(magazine.port, 'GET', '/api/admins', { token })).status === 200
  const tokenNow = () => signToken(magazine.dataDir, 'auth', `admin:${id}`)
  const url = `/api/collections/_superusers/records/${id}`
  const setEmail: ((email: string) => Promise<unknown>)[] = [
    email => magazine.asAdmin('PATCH', `/api/admins/${id}`, { email }),
    email => magazine.asAdmin('PATCH', `/today${url}`, { email }),
    email => magazine.asAdmin('POST', '/today/api/batch', { requests: [{ method: 'PATCH', url, body: { email } }] }),
  ]
  for (const rules of ['0.22', 'today']) {
    await setRules(rules)
    for (const [index, set] of setEmail.entries()) {
      const token = tokenNow()
      await set(`ada${index}@${rules === 'today' ? 'later' : 'earlier'}.example`)
      expect(await isSignedIn(token), `${rules}, ${index}`).toBe(rules === '0.22')
    }
  }
  expect(await isSignedIn(tokenNow())).toBe(true)
})

test('another meaning than these two is rejected, and changes nothing', async () => {
  await setRules('today')
  const body = { dialect: 'today', rules: '0.23' }
  const { status, json } = await askApi(magazine.port, 'PATCH', '/api/settings/dialect', { token: magazine.admin, body })
  expect([status, json.data]).toEqual([400, { rules: { code: 'validation_in_invalid', message: 'Must be 0.22 or today.' } }])
  expect(await magazine.asAdmin('GET', '/api/settings/dialect')).toMatchObject({ dialect: '0.22', rules: 'today' })
})

test('another meaning that makes a rule test fail is rejected and saves nothing, unless the request allows it', async () => {
  await setRules('0.22')
  const ruleTests = [{ persona: 'guest', action: 'list', given: { title: 'Chess' }, expected: 'denied' }]
  await magazine.change('POST', '', { name: 'blocks', type: 'base', schema: [title] })
  const listRule = '@collection.blocks.title != title'
  await magazine.change('POST', '', { name: 'teams', type: 'base', schema: [title], listRule, ruleTests })
  const body = { dialect: 'today', rules: 'today' }
  const change = (query: string) =>
    askApi(magazine.port, 'PATCH', `/api/settings/dialect${query}`, { token: magazine.admin, body })
  const { status, json } = await change('')
  const message = expect.stringContaining('The list has the record.')
  expect([status, json.data]).toEqual([400, { failingTests: { teams: { 0: { code: 'rule_test_failed', message } } } }])
  expect(await magazine.asAdmin('GET', '/api/settings/dialect')).toMatchObject({ dialect: '0.22', rules: '0.22' })
  expect((await change('?allowFailingTests=1')).json).toMatchObject(body)
})

test('if the version of clients cannot be stored, the meaning of rules that the request also sets stays as it was', async () => {
  await magazine.asAdmin('PATCH', '/api/settings/dialect?allowFailingTests=1', { dialect: '0.22', rules: '0.22' })
  const when = "NEW.key = 'settings'"
  onTestFinished(await failWrites(magazine.dataDir, { name: 'no_settings', moment: 'UPDATE', table: '_params', when }))
  const request = { token: magazine.admin, body: { dialect: 'today', rules: 'today' } }
  const { status } = await askApi(magazine.port, 'PATCH', '/api/settings/dialect?allowFailingTests=1', request)
  expect(status).toBe(400)
  expect(await magazine.asAdmin('GET', '/api/settings/dialect')).toMatchObject({ dialect: '0.22', rules: '0.22' })
})
