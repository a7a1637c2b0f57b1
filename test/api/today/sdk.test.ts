import OldPocketBase from 'pocketbase'
import PocketBase, { ClientResponseError } from 'pocketbase-today'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { signToken } from '../../harness/signToken.ts'
import { storedFiles } from '../../harness/storedFiles.ts'
import { startProgram } from '../apiDocs/startProgram.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

const editor = ['editor@magazine.example', 'magazine-admin-1'] as const

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine('pool')
})
afterAll(() => magazine.close())

/** An app with the SDK for PocketBase 0.23 and later, and one with that for 0.22, on the same server. */
let today: PocketBase
let old: OldPocketBase
beforeEach(() => {
  today = new PocketBase(`http://127.0.0.1:${magazine.port}/today`)
  old = new OldPocketBase(`http://127.0.0.1:${magazine.port}`)
  for (const client of [today, old]) client.autoCancellation(false)
})

async function failureOf(request: Promise<unknown>): Promise<ClientResponseError> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ClientResponseError)) throw new Error(`not rejected: ${error}`)
  return error
}

test('what one SDK creates, changes and deletes, the other one reads', async () => {
  const made = await today.collection('scratch').create({ t: 'from today', n: 1 })
  expect(await old.collection('scratch').getOne(made.id)).toEqual(made)
  const changed = await old.collection('scratch').update(made.id, { 'n+': 4 })
  expect(await today.collection('scratch').getOne(made.id)).toEqual(changed)
  const found = await today.collection('scratch').getFullList({ filter: today.filter('t = {:t}', { t: 'from today' }) })
  expect(found).toEqual([changed])
  await today.collection('scratch').delete(made.id)
  await expect(old.collection('scratch').getOne(made.id)).rejects.toMatchObject({ status: 404 })
})

/** Subscribes with both SDKs, and prints what each hears. */
const listeners = (port: number) => `
  import OldPocketBase from 'pocketbase'
  import PocketBase from 'pocketbase-today'
  const clients = { today: new PocketBase('http://127.0.0.1:${port}/today'), old: new OldPocketBase('http://127.0.0.1:${port}') }
  for (const [name, client] of Object.entries(clients))
    await client.collection('scratch').subscribe('*', event => console.log(name + ' ' + JSON.stringify(event)))
  console.log('ready')
`

test('each SDK gets the events of the changes of the other one', async () => {
  const { printed } = startProgram(listeners(magazine.port))
  await expect.poll(printed, { timeout: 20_000 }).toContain('ready')
  const made = await old.collection('scratch').create({ t: 'event' })
  const changed = await today.collection('scratch').update(made.id, { n: 2 })
  await old.collection('scratch').delete(made.id)
  const events = [
    { action: 'create', record: made },
    { action: 'update', record: changed },
    { action: 'delete', record: changed },
  ]
  const heardBy = (name: string) =>
    printed()
      .split('\n')
      .filter(line => line.startsWith(`${name} `))
      .map(line => JSON.parse(line.slice(name.length)))
  await expect.poll(() => heardBy('today'), { timeout: 20_000 }).toEqual(events)
  await expect.poll(() => heardBy('old'), { timeout: 20_000 }).toEqual(events)
})

test('a user signs in with either SDK, and both tokens work in both', async () => {
  await today.collection('_superusers').authWithPassword(...editor)
  const password = 'alice-secret-1'
  await today.collection('users').update('alice0000000001', { password, passwordConfirm: password })
  const { token, record } = await today.collection('users').authWithPassword('alice', password)
  expect(today.authStore.isValid).toBe(true)
  const signInBy = (identityField: string) =>
    today.collection('users').authWithPassword('', '', { body: { identity: 'ALICE', password, identityField } })
  await signInBy('username')
  const asEmail = await failureOf(signInBy('email'))
  expect([asEmail.status, asEmail.response.data]).toEqual([400, {}])
  const unknown = await failureOf(signInBy('name'))
  expect(unknown.response.data).toEqual({ identityField: { code: 'validation_in_invalid', message: 'Must be a valid value.' } })
  today.authStore.save(token, record)
  expect(today.authStore.isSuperuser).toBe(false)
  old.authStore.save(token, null)
  const refreshed = await old.collection('users').authRefresh()
  expect(refreshed.record).toEqual(record)
  today.authStore.save(refreshed.token, null)
  expect((await today.collection('users').authRefresh()).record).toEqual(record)
})

test('the sign-in methods have the keys that each SDK reads', async () => {
  const methods = await today.collection('users').listAuthMethods()
  expect(methods).toMatchObject({ password: { enabled: true, identityFields: ['email', 'username'] }, mfa: { enabled: false } })
  expect(methods.oauth2.providers[0]).toMatchObject({ name: expect.any(String), authURL: expect.stringContaining('http') })
  const former = await old.collection('users').listAuthMethods()
  expect(former.authProviders.map(({ name }) => name)).toEqual(methods.oauth2.providers.map(({ name }) => name))
})

test('a superuser signs in, also without the prefix, and manages superusers and users', async () => {
  const plain = new PocketBase(`http://127.0.0.1:${magazine.port}`)
  plain.autoCancellation(false)
  await plain.collection('_superusers').authWithPassword(...editor)
  expect(plain.authStore.isSuperuser).toBe(true)
  await plain.collection('_superusers').authRefresh()
  const made = await plain
    .collection('_superusers')
    .create({ email: 'new@magazine.example', password: 'long-enough-1', passwordConfirm: 'long-enough-1' })
  await old.admins.authWithPassword('new@magazine.example', 'long-enough-1')
  expect((await old.admins.getOne(made.id)).email).toBe('new@magazine.example')
  await plain.collection('_superusers').delete(made.id)
  await expect(old.admins.getFullList()).rejects.toMatchObject({ status: 401 })
})

test.each(['pbc_3142635823', '_SUPERUSERS'])('a superuser also works with the collection of superusers as %s', async name => {
  for (const prefix of ['/today', '']) {
    const client = new PocketBase(`http://127.0.0.1:${magazine.port}${prefix}`)
    const superusers = client.collection(name)
    await superusers.authWithPassword(...editor)
    await superusers.authRefresh()
    const { id = '' } = client.authStore.record ?? {}
    expect((await superusers.getOne(id)).email).toBe(editor[0])
    expect((await superusers.getFullList()).map(each => each.id)).toContain(id)
  }
})

test('what superusers do not have is rejected with the reasons of 0.39', async () => {
  const superusers = today.collection('_superusers')
  await superusers.authWithPassword(...editor)
  const verified = 'All superusers are verified by default.'
  const direct = 'All superusers can change their emails directly.'
  const token = today.authStore.token
  const rejected: [() => Promise<unknown>, number, string][] = [
    [() => superusers.requestVerification(editor[0]), 400, verified],
    [() => superusers.confirmVerification(token), 400, verified],
    [() => superusers.requestEmailChange('other@magazine.example'), 400, direct],
    [() => superusers.confirmEmailChange(token, editor[1]), 400, direct],
    [() => superusers.requestOTP(editor[0]), 403, 'The collection is not configured to allow OTP authentication.'],
    [
      () => superusers.authWithOAuth2Code('google', 'code', 'verifier', 'https://app.example/'),
      403,
      'The collection is not configured to allow OAuth2 authentication.',
    ],
  ]
  for (const [request, status, message] of rejected)
    expect((await failureOf(request())).response).toEqual({ status, message, data: {} })
})

test('lists of superusers are filtered and sorted by the fields of their records, and by no other column', async () => {
  const superusers = today.collection('_superusers')
  await superusers.authWithPassword(...editor)
  const password = 'second-admin-1'
  const made = await superusers.create({ email: 'a.second@magazine.example', password, passwordConfirm: password })
  const emails = async (filter: string, sort = 'email') =>
    (await superusers.getFullList({ filter, sort })).map(({ email }) => email)
  const all = await emails('')
  expect(all).toEqual(expect.arrayContaining([made.email, editor[0]]))
  expect(await emails('verified = true && emailVisibility = false', 'verified,-emailVisibility,email')).toEqual(all)
  expect(await emails('verified != emailVisibility', '-verified,-email')).toEqual(all.toReversed())
  expect(await emails('verified = false || emailVisibility = true')).toEqual([])
  expect(await emails('verified = true && email ~ "a.second"')).toEqual([made.email])
  for (const filter of ['tokenKey != ""', 'passwordHash != ""', 'avatar = 0'])
    expect((await failureOf(emails(filter))).status).toBe(400)
  await superusers.delete(made.id)
})

test('a superuser impersonates a user with a token that cannot be refreshed', async () => {
  await today.collection('_superusers').authWithPassword(...editor)
  const bob = await today.collection('users').impersonate('bob000000000001', 60)
  expect(bob.authStore.record?.username).toBe('bob')
  const { token } = bob.authStore
  expect((await bob.collection('users').authRefresh()).token).toBe(token)
  old.authStore.save(token, null)
  expect((await old.collection('users').authRefresh()).token).toBe(token)
  expect((await failureOf(bob.collection('users').impersonate('alice0000000001', 60))).status).toBe(403)
})

test('a token of PocketBase 0.23 to 0.28, which does not say whether it can be refreshed, stays as it is in either dialect', async () => {
  const refresh = async (path: string, token: string) => {
    const { status, json } = await askApi(magazine.port, 'POST', path, { token })
    expect(status).toBe(200)
    return json.token
  }
  const user = signToken(magazine.dataDir, 'auth', 'users:alice', { type: 'auth' })
  const admin = signToken(magazine.dataDir, 'auth', 'admin', { type: 'auth', collectionId: 'pbc_3142635823' })
  expect(await refresh('/today/api/collections/users/auth-refresh', user)).toBe(user)
  expect(await refresh('/today/api/collections/_superusers/auth-refresh', admin)).toBe(admin)
  expect(await refresh('/api/admins/auth-refresh', admin)).toBe(admin)
  const older = signToken(magazine.dataDir, 'auth', 'users:alice')
  expect(await refresh('/today/api/collections/users/auth-refresh', older)).not.toBe(older)
  expect(await refresh('/api/admins/auth-refresh', magazine.admin)).not.toBe(magazine.admin)
})

test('a superuser creates, changes and deletes a collection, which the SDK for 0.22 uses', async () => {
  await today.collection('_superusers').authWithPassword(...editor)
  const made = await today.collections.create({
    name: 'notes',
    type: 'base',
    listRule: '',
    createRule: '@request.body.text != ""',
    fields: [
      { name: 'text', type: 'text', max: 20 },
      { name: 'created', type: 'autodate', onCreate: true },
    ],
  })
  expect(made.fields.map(({ name }: { name: string }) => name)).toEqual(['id', 'text', 'created'])
  await expect(old.collection('notes').create({ text: '' })).rejects.toMatchObject({ status: 400 })
  await old.collection('notes').create({ text: 'hello' })
  const renamed = await today.collections.update('notes', {
    fields: made.fields.map((field: { name: string }) => (field.name === 'text' ? { ...field, name: 'body' } : field)),
    createRule: '@request.body.body != ""',
  })
  expect(renamed.fields.some(({ name }: { name: string }) => name === 'body')).toBe(true)
  expect((await old.collection('notes').getFullList()).map(({ body }) => body)).toEqual(['hello'])
  await today.collections.delete('notes')
  await expect(old.collection('notes').getFullList()).rejects.toMatchObject({ status: 404 })
})

test('an upload replaces the files of a field in the dialect of today, and is added to them in the dialect of 0.22', async () => {
  const file = (name: string) => new File(['hello'], name, { type: 'text/plain' })
  const made = await today.collection('scratch').create({ f2: [file('one.txt')] })
  const names = (record: { f2?: string[] }) => record.f2?.map(name => name.replace(/_\w{10}/, ''))
  expect(names(await today.collection('scratch').update(made.id, { f2: [file('two.txt')] }))).toEqual(['two.txt'])
  expect(names(await today.collection('scratch').update(made.id, { 'f2+': [file('three.txt')] }))).toEqual([
    'two.txt',
    'three.txt',
  ])
  const form = new FormData()
  form.append('f2', file('four.txt'))
  expect(names(await old.collection('scratch').update(made.id, form))).toEqual(['two.txt', 'three.txt', 'four.txt'])
  await old.collection('scratch').update(made.id, { 'f2.2': null })
  expect(names(await today.collection('scratch').update(made.id, { '+f2': [file('five.txt')] }))).toEqual([
    'five.txt',
    'two.txt',
    'three.txt',
  ])
  await today.collection('scratch').delete(made.id)
})

test('errors have the codes and sentences of the dialect', async () => {
  const error = await failureOf(today.collection('scratch').create({ e: 'nobody' }))
  expect(error.response).toEqual({
    status: 400,
    message: 'Failed to create record.',
    data: { e: { code: 'validation_is_email', message: 'Must be a valid email address.' } },
  })
  const former = await old
    .collection('scratch')
    .create({ e: 'nobody' })
    .catch(reason => reason)
  expect(former.response).toEqual({
    code: 400,
    message: 'Failed to create record.',
    data: { e: { code: 'validation_invalid_email', message: 'Must be a valid email.' } },
  })
})

test('a requester whom the create rule rejects sees issues in the dialect of 0.22 and none in the dialect of today', async () => {
  expect((await failureOf(today.collection('posts').create({ title: 'a' }))).response).toEqual({
    status: 400,
    message: 'Failed to create record.',
    data: {},
  })
  const former = await old
    .collection('posts')
    .create({ title: 'a' })
    .catch(reason => reason)
  expect(Object.keys(former.response.data)).toContain('title')
})

test('HEAD has the headers of GET and no body, in the dialect of today only', async () => {
  const path = '/api/collections/scratch/records'
  const [head, get] = await Promise.all(
    ['HEAD', 'GET'].map(method => fetch(`http://127.0.0.1:${magazine.port}/today${path}`, { method })),
  )
  expect(head?.status).toBe(200)
  expect(head?.headers.get('content-length')).toBe(get?.headers.get('content-length'))
  expect(await head?.text()).toBe('')
  expect((await fetch(`http://127.0.0.1:${magazine.port}${path}`, { method: 'HEAD' })).status).toBe(404)
})

test('a superuser imports collections, reads scaffolds and deletes all records of a collection', async () => {
  await today.collection('_superusers').authWithPassword(...editor)
  const scaffolds = await today.collections.getScaffolds()
  expect(Object.keys(scaffolds)).toEqual(['auth', 'base', 'view'])
  expect([scaffolds.base?.name, scaffolds.view?.fields]).toEqual(['', []])
  const before = await today.collections.getOne('tags')
  const added = { name: 'weight', type: 'number' }
  await today.collections.import([
    { name: 'tags', fields: [added] } as never,
    { name: 'imported', type: 'base', fields: [{ name: 'a', type: 'text' }] } as never,
  ])
  const tags = await today.collections.getOne('tags')
  expect(tags.fields.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining([...before.fields.map(({ name }: { name: string }) => name), 'weight']),
  )
  expect(
    (await failureOf(today.collections.import([{ name: 'x', schema: [] } as never]))).response.data.collections.message,
  ).toContain('Send "fields" instead')
  const file = new File(['hello'], 'truncated.txt', { type: 'text/plain' })
  await today.collection('scratch').create({ f1: file })
  await today.collections.truncate('scratch')
  expect((await today.collection('scratch').getList()).totalItems).toBe(0)
  await expect.poll(() => storedFiles(magazine.dataDir, 'mgscratch000001'), { timeout: 20_000 }).toEqual([])
  expect((await failureOf(today.collections.truncate('post_stats'))).response.message).toContain('View collections')
  expect((await failureOf(today.collections.truncate('categories'))).status).toBe(400)
  expect((await today.collection('categories').getList()).totalItems).toBeGreaterThan(0)
})

test('a superuser lists and runs scheduled jobs', async () => {
  await today.collection('_superusers').authWithPassword(...editor)
  expect(await today.crons.getFullList()).toEqual([])
  await today.settings.update({ backups: { cron: '0 3 * * *' } })
  expect(await today.crons.getFullList()).toEqual([{ id: '__pbAutoBackup__', expression: '0 3 * * *' }])
  const backups = (await today.backups.getFullList()).length
  await today.crons.run('__pbAutoBackup__')
  expect((await today.backups.getFullList()).length).toBe(backups + 1)
  expect((await failureOf(today.crons.run('nothing'))).response).toEqual({
    status: 404,
    message: 'Missing or invalid cron job.',
    data: {},
  })
})

test('filters know the functions and names of today, but in the dialect of 0.22 only for admins', async () => {
  const filter = 'title:lower = "the first article" && strftime("%Y", created) = "2026" && created < @yesterday'
  const found = async (client: PocketBase | OldPocketBase) =>
    (await client.collection('posts').getFullList({ filter, fields: 'id' })).map(({ id }) => id)
  expect(await found(today)).toEqual(['post00000000001'])
  for (const former of ['title:lower = ""', 'created > @yesterday', 'strftime("%Y", created) = "2026"'])
    await expect(old.collection('posts').getFullList({ filter: former }), former).rejects.toMatchObject({ status: 400 })
  await old.admins.authWithPassword(...editor)
  expect(await found(old)).toEqual(['post00000000001'])
})
