import PocketBase from 'pocketbase-today'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { fastPasswords } from '../../harness/fastPasswords.ts'
import { newerExport } from '../../harness/newerExport.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

type Json = Record<string, unknown>

let magazine: ServedMagazine
let app: PocketBase
beforeAll(async () => {
  magazine = await serveMagazine('inline', [fastPasswords])
  app = new PocketBase(`http://127.0.0.1:${magazine.port}/today`)
  app.autoCancellation(false)
  await signIn()
})
afterAll(() => magazine.close())

const signIn = () => app.collection('_superusers').authWithPassword('editor@magazine.example', 'magazine-admin-1')

/** Returns the system collections of an export of PocketBase 0.39. */
const exported = () => newerExport().filter(({ name }) => name.startsWith('_')) as (Json & { fields: Json[] })[]

/** Imports collections, and returns the message of the issue; '' if there is none. */
async function importing(collections: readonly object[]): Promise<string> {
  const { status, json } = await askApi(magazine.port, 'PUT', '/today/api/collections/import', {
    token: app.authStore.token,
    body: { collections },
  })
  if (status === 204) return ''
  const { collections: issue } = json.data as Record<string, { code: string; message: string }>
  expect([status, json.message, issue?.code]).toEqual([
    400,
    'Failed to import collections.',
    'validation_collections_import_failure',
  ])
  return issue?.message ?? ''
}

async function tokens() {
  const { authToken, passwordResetToken, fileToken } = await app.collections.getOne('_superusers')
  return [authToken, passwordResetToken, fileToken].map(({ duration }) => duration)
}

/** Returns the names of the collections that are not part of the system. */
const names = async () => (await app.collections.getFullList({ filter: 'system = false', sort: 'name' })).map(({ name }) => name)

test('system collections are imported as they were read, alone and beside others, and stay as they are', async () => {
  const before = (await app.collections.getFullList()).slice(-5)
  expect(await app.collections.import(before)).toBe(true)
  const drafts = { name: 'drafts', type: 'base', fields: [{ name: 'title', type: 'text' }] }
  expect(await importing([...before, drafts, { id: 'pbc_2279338944' }, { name: '_otps' }])).toBe('')
  expect(await names()).toContain('drafts')
  expect((await app.collections.getFullList()).slice(-5)).toEqual(before)
  await app.collections.delete('drafts')
})

test('system collections of PocketBase 0.39 are imported, and the lifetimes of tokens of superusers are applied', async () => {
  expect(await importing(exported())).toBe('')
  expect(await tokens()).toEqual([1_209_600, 1800, 120])
  const withTokens = exported().map(item =>
    item.name === '_superusers' ? { ...item, authToken: { duration: 86_400 }, fileToken: { duration: 180, secret: '' } } : item,
  )
  expect(await importing(withTokens)).toBe('')
  expect(await tokens()).toEqual([86_400, 1800, 180])
  const settings = await askApi(magazine.port, 'GET', '/api/settings', { token: magazine.admin })
  expect(settings.json).toMatchObject({ adminAuthToken: { duration: 86_400 }, recordAuthToken: { duration: 1_209_600 } })
})

/** Returns system collections as PocketBase 0.23 exports them: ids, names of indexes, defaults and options differ from those of 0.39. */
const olderExport = (): (Json & { fields: Json[] })[] =>
  exported().map(({ fields, ...item }, index) => ({
    ...item,
    id: `_pbc_332386633${index}`,
    created: '2024-06-20 09:29:22.826Z',
    fields: fields.map(({ help: _, ...field }) => ({ ...field, id: `_pbf_${field.name}_` })),
    indexes: (item.indexes as string[]).map(sql =>
      sql
        .replace(/idx_\w+/, 'other')
        .replaceAll('`', '"')
        .replaceAll(', ', ' ,'),
    ),
    ...(item.name === '_superusers' && {
      mfa: { enabled: false, duration: 1800, rule: '' },
      otp: { enabled: false, duration: 300, length: 8, emailTemplate: { subject: 'OTP', body: '{OTP}' } },
      oauth2: { enabled: false, mappedFields: { id: '', name: '', username: '', avatarURL: '' } },
      verificationToken: { duration: 259_200 },
      authAlert: { enabled: true, emailTemplate: { subject: 'Login', body: 'From elsewhere' } },
      resetPasswordTemplate: {
        ...(item.resetPasswordTemplate as object),
        body: String((item.resetPasswordTemplate as Json).body).replace(/<i>.*<\/i>/, '<i>You can ignore it.</i>'),
      },
    }),
  }))

test('system collections of an older version are imported, although ids, dates, indexes and defaults differ', async () => {
  expect(await importing(olderExport())).toBe('')
  const withoutSentTo = olderExport().map(item =>
    item.name === '_otps' ? { ...item, fields: item.fields.filter(({ name }) => name !== 'sentTo') } : item,
  )
  expect(await importing(withoutSentTo)).toBe('')
})

const newcomer = { name: 'newcomer', type: 'base', fields: [{ name: 'title', type: 'text' }] }
const rule = 'System collection API rule cannot be changed.'

test.each<[string, string, Json, string]>([
  ['a rule', '_mfas', { listRule: '' }, `listRule: ${rule}`],
  ['two rules', '_externalAuths', { createRule: '', deleteRule: null }, `createRule: ${rule}\ndeleteRule: ${rule}`],
  ['a name', '_otps', { id: 'pbc_1638494021', name: 'otps' }, 'name: System collections cannot be renamed.'],
  ['one-time passwords', '_superusers', { otp: { enabled: true } }, 'otp: Admins sign in with email and password only.'],
  ['two factors', '_superusers', { mfa: { enabled: true } }, expect.stringMatching(/^mfa: Admins have no second factor here/)],
  ['the rule for sign-ins', '_superusers', { authRule: 'verified = true' }, 'authRule: Every admin can sign in.'],
  ['a field', '_superusers', { fields: [{ name: 'phone', type: 'text' }] }, 'fields: Admins have no fields of their own here.'],
  [
    'an option of a field',
    '_superusers',
    { fields: [{ name: 'password', type: 'password', min: 12 }] },
    'fields: "fields" of "_superusers" is the same on every server. Leave it out.',
  ],
  ['an index', '_mfas', { indexes: [] }, 'indexes: "indexes" of "_mfas" is the same on every server. Leave it out.'],
  [
    'the text of a mail',
    '_superusers',
    { resetPasswordTemplate: { subject: 'New password', body: '{APP_URL}/{TOKEN}' } },
    'resetPasswordTemplate: Mails to admins have a fixed text.',
  ],
  [
    'the text of a mail by one of megabytes',
    '_superusers',
    { resetPasswordTemplate: { subject: 'Reset', body: '<i>'.repeat(1_000_000) } },
    'resetPasswordTemplate: Mails to admins have a fixed text.',
  ],
  [
    'the text of a mail by one that is no text',
    '_superusers',
    { resetPasswordTemplate: { subject: '\ud800', body: { toString: 1 } } },
    'resetPasswordTemplate: Mails to admins have a fixed text.',
  ],
  [
    'the text of a mail by half a character',
    '_superusers',
    { resetPasswordTemplate: { subject: 'Reset', body: '\ud800' } },
    'resetPasswordTemplate: Mails to admins have a fixed text.',
  ],
  [
    'a key that every object has',
    '_superusers',
    { hasOwnProperty: 'mfa' },
    'hasOwnProperty: "hasOwnProperty" of "_superusers" is the same on every server. Leave it out.',
  ],
  ['the key of 0.22', '_otps', { schema: [] }, expect.stringMatching(/^schema: This is a key of PocketBase 0\.22\./)],
  [
    'an unknown part of a token',
    '_superusers',
    { authToken: { seconds: 9 } },
    'authToken: There is no "authToken.seconds". Leave it out.',
  ],
  ['a short lifetime', '_superusers', { authToken: { duration: 1 } }, expect.stringMatching(/^authToken\.duration: /)],
  ['a lifetime in words', '_superusers', { authToken: { duration: 'a day' } }, expect.any(String)],
])(
  'an import that changes %s of a system collection is rejected with the reason, and nothing is changed',
  async (_, name, item, reason) => {
    const before = [await names(), await tokens()]
    const message = await importing([newcomer, { name, ...item }])
    const [head, ...lines] = message.split('\n')
    expect([head, lines.join('\n')]).toEqual([`The collection "${name}" cannot be imported.`, reason])
    expect([await names(), await tokens()]).toEqual(before)
  },
)

test('an imported secret of superusers revokes their tokens', async () => {
  expect(await importing([{ name: '_superusers', authToken: { secret: 's'.repeat(40), duration: 7200 } }])).toBe('')
  await expect(app.collections.getOne('_superusers')).rejects.toMatchObject({ status: 401 })
  await signIn()
  expect((await tokens())[0]).toBe(7200)
})
