import PocketBase, { ClientResponseError } from 'pocketbase-today'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { copySample } from '../../harness/copySample.ts'
import { newerExport } from '../../harness/newerExport.ts'
import { signToken } from '../../harness/signToken.ts'
import { startServer } from '../../harness/startServer.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

/** Returns an app of a superuser with the SDK for PocketBase 0.23 and later. */
function openApp(port: number, token: string): PocketBase {
  const app = new PocketBase(`http://127.0.0.1:${port}/today`)
  app.autoCancellation(false)
  app.authStore.save(token)
  return app
}

let magazine: ServedMagazine
let app: PocketBase
beforeAll(async () => {
  magazine = await serveMagazine()
  app = openApp(magazine.port, magazine.admin)
})
afterAll(() => magazine.close())

const title = { name: 'title', type: 'text' }

test('SDK 0.28 saves rules that exclude by a collection, read their own collection or know the context', async () => {
  await app.collections.create({ name: 'bans', type: 'base', fields: [title] })
  const rules = {
    createRule: '@request.context != "oauth2" && @collection.clubs.title != @request.body.title',
    listRule: '@collection.bans.title != title',
  }
  await app.collections.create({ name: 'clubs', type: 'base', fields: [title] })
  expect(await app.collections.update('clubs', rules)).toMatchObject(rules)
  const more = { listRule: '@collection.bans.title != title && @collection.clubs.title != ""' }
  expect(await app.collections.update('clubs', more)).toMatchObject({ ...rules, ...more })
  const viewRule = '@collection.bans.title != @request.auth.id'
  expect(await app.collections.create({ name: 'teams', type: 'base', fields: [title], viewRule })).toMatchObject({ viewRule })
})

test('SDK 0.28 imports an export of PocketBase 0.39 into a new server, which then has the same rules', async () => {
  const sql = `INSERT INTO _admins (id, email, tokenKey, passwordHash) VALUES ('admin0000000001', 'a@b.example', 'x', 'x')`
  const fresh = await copySample('fresh', [{ sql }])
  onTestFinished(fresh.remove)
  const server = await startServer({ dataDir: fresh.dataDir })
  onTestFinished(server.stop)
  const superuser = openApp(server.port, signToken(fresh.dataDir, 'auth', 'admin'))
  const sent = newerExport()
  expect(sent.find(({ name }) => name === 'categories')?.deleteRule).toMatch(/@collection\.posts.*!=/)
  // A directory that 0.39 has created has other values that mean the same.
  const values = new Map<string, object>([
    ['password', { cost: 0 }],
    ['tokenKey', { autogeneratePattern: '[a-zA-Z0-9]{50}' }],
  ])
  const exported = sent.map(item =>
    item.name === 'clients' ? { ...item, fields: item.fields.map(field => ({ ...field, ...values.get(field.name) })) } : item,
  )
  expect(await superuser.collections.import(exported as never, true)).toBe(true)
  const rulesOf = (items: readonly object[]) =>
    items
      .map(item => {
        const { name, listRule, viewRule, createRule, updateRule, deleteRule } = item as Record<string, string | null>
        return [name, listRule, viewRule, createRule, updateRule, deleteRule]
      })
      .filter(([name]) => !name?.startsWith('_'))
      .sort()
  expect(rulesOf(await superuser.collections.getFullList())).toEqual(rulesOf(sent))
})

const auth = 'users'
const base = 'scratch'
test.each([
  [
    'an unknown option',
    base,
    { name: 'a', type: 'bool', blinks: 1 },
    'A field of the type "bool" has no option "blinks". Leave it out.',
  ],
  [
    'an unknown type',
    base,
    { name: 'a', type: 'vector' },
    'There is no field type "vector". Send another type, or leave the field out.',
  ],
  ['a reserved name', base, { name: 'expand', type: 'text' }, 'The name "expand" is reserved. Send another one.'],
  [
    'a date that the server sets otherwise',
    base,
    { name: 'created', type: 'autodate', onCreate: true, onUpdate: true },
    'The server sets "created" when a record is created. Send it as an autodate with "onCreate": true and "onUpdate": false, or leave it out.',
  ],
  [
    'a hidden email',
    auth,
    { name: 'email', type: 'email', hidden: true },
    'The field "email" is always visible. Leave "hidden" out.',
  ],
])('a field with %s is rejected with what to send instead', async (_, name, field, message) => {
  const { fields } = await app.collections.getOne(name)
  const others = fields.filter(one => one.name !== field.name)
  const rejected = app.collections.update(name, { fields: [...others, field] })
  expect(await messagesOf(rejected)).toContain(message)
})

test.each([
  [
    'an index of a missing field',
    base,
    { indexes: ['CREATE INDEX idx_scratch_no ON scratch (nothing)'] },
    'There is no field "nothing". Send the index without it, or add the field.',
  ],
  [
    'an unknown provider',
    auth,
    { oauth2: { providers: [{ name: 'slack', clientId: 'x', clientSecret: 'y' }] } },
    'The provider "slack" is unknown here. Leave it out; /api/collections/meta/oauth2-providers lists the others.',
  ],
  [
    'a mail without a link',
    auth,
    { verificationTemplate: { subject: 'x', body: 'y' } },
    'Missing required parameter "{TOKEN}". Write the link as in {APP_URL}/_/#/auth/confirm-verification/{TOKEN}.',
  ],
])('a collection with %s is rejected with what to send instead', async (_, name, change, message) => {
  expect(await messagesOf(app.collections.update(name, change))).toContain(message)
})

/** Returns the messages of the issues of a rejected request. */
async function messagesOf(rejected: Promise<unknown>): Promise<string[]> {
  const error = await rejected.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ClientResponseError)) throw new Error(`not rejected: ${error}`)
  const messages: string[] = []
  JSON.stringify(error.response.data, (key, value) => {
    if (key === 'message') messages.push(value)
    return value
  })
  return messages
}
