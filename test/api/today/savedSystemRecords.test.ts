import PocketBase, { ClientResponseError } from 'pocketbase-today'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { fastPasswords } from '../../harness/fastPasswords.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

const alice = { collectionRef: '_pb_users_auth_', recordRef: 'alice0000000001' }

let magazine: ServedMagazine
let app: PocketBase
beforeAll(async () => {
  magazine = await serveMagazine('inline', [fastPasswords])
  app = new PocketBase(`http://127.0.0.1:${magazine.port}/today`)
  app.autoCancellation(false)
  await app.collection('_superusers').authWithPassword('editor@magazine.example', 'magazine-admin-1')
})
afterAll(() => magazine.close())
beforeEach(async () => {
  for (const name of ['_externalAuths', '_mfas', '_authOrigins']) await app.collections.truncate(name)
})

/** Returns the codes of the issues by field of a request that is rejected. */
async function codesOf(request: Promise<unknown>): Promise<Record<string, string>> {
  const error = await request.then(
    () => expect.fail('The request was not rejected.'),
    reason => reason,
  )
  if (!(error instanceof ClientResponseError)) throw error
  expect(error.status).toBe(400)
  const issues = Object.entries<{ code: string }>(error.response.data)
  return Object.fromEntries(issues.map(([field, { code }]) => [field, code]))
}

test('a superuser links a user to an account at a provider, whose id can be a number, and changes the link', async () => {
  const links = app.collection('_externalAuths')
  const created = await links.create({ ...alice, provider: 'github', providerId: 583231 })
  expect(created).toEqual({
    id: expect.stringMatching(/^[a-z0-9]{15}$/),
    collectionId: 'pbc_2281828961',
    collectionName: '_externalAuths',
    created: expect.any(String),
    updated: expect.any(String),
    ...alice,
    provider: 'github',
    providerId: '583231',
  })
  const changed = await links.update(created.id, { providerId: 'octocat' })
  expect(changed).toEqual({ ...created, providerId: 'octocat', updated: expect.any(String) })
  const moved = await links.update(created.id, { recordRef: 'bob000000000001', provider: 'gitlab' })
  expect(await links.getOne(created.id)).toEqual(moved)

  const ofBob = await askApi(magazine.port, 'GET', '/api/collections/users/records/bob000000000001/external-auths', {
    token: magazine.admin,
  })
  expect(JSON.parse(ofBob.text)).toMatchObject([{ id: created.id, provider: 'gitlab', providerId: 'octocat' }])
})

test('a superuser can choose the id of a system record, but not change it', async () => {
  const links = app.collection('_externalAuths')
  const link = { ...alice, provider: 'github', providerId: '1' }
  expect(await links.create({ id: 'chosen000000001', ...link })).toMatchObject({ id: 'chosen000000001' })
  expect(await codesOf(links.create({ id: 'short', ...link }))).toMatchObject({ id: 'validation_min_text_constraint' })
  const other = { ...link, provider: 'gitlab' }
  expect(await codesOf(links.create({ id: 'chosen000000001', ...other }))).toEqual({ id: 'validation_not_unique' })
  expect(await codesOf(links.update('chosen000000001', { id: 'another00000001' }))).toEqual({ id: 'validation_pk_change' })
})

test.each<[string, string, object, Record<string, string>]>([
  [
    'no values',
    '_externalAuths',
    {},
    {
      collectionRef: 'validation_required',
      recordRef: 'validation_required',
      provider: 'validation_required',
      providerId: 'validation_required',
    },
  ],
  [
    'an unknown collection',
    '_mfas',
    { ...alice, collectionRef: 'nothing00000000', method: 'password' },
    { collectionRef: 'validation_invalid_collection_id' },
  ],
  [
    'a collection without sign-ins',
    '_authOrigins',
    { collectionRef: 'mgposts00000001', recordRef: 'post00000000001', fingerprint: 'f' },
    { collectionRef: 'validation_invalid_collection_type' },
  ],
  [
    'an unknown user',
    '_authOrigins',
    { ...alice, recordRef: 'nobody000000001', fingerprint: 'f' },
    { recordRef: 'validation_invalid_record' },
  ],
  [
    'an unknown provider',
    '_externalAuths',
    { ...alice, provider: 'mine', providerId: '1' },
    { provider: 'validation_in_invalid' },
  ],
])('a system record with %s is rejected', async (_, name, body, codes) => {
  expect(await codesOf(app.collection(name).create(body))).toEqual(codes)
  expect((await app.collection(name).getList()).totalItems).toBe(0)
})

test('a user has one account at a provider, an account one user, and a browser is remembered once', async () => {
  const links = app.collection('_externalAuths')
  await links.create({ ...alice, provider: 'github', providerId: '1' })
  const taken = 'validation_not_unique'
  const ofUser = { collectionRef: taken, recordRef: taken, provider: taken }
  expect(await codesOf(links.create({ ...alice, provider: 'github', providerId: '2' }))).toEqual(ofUser)
  const ofBob = { ...alice, recordRef: 'bob000000000001' }
  const ofAccount = { collectionRef: taken, provider: taken, providerId: taken }
  expect(await codesOf(links.create({ ...ofBob, provider: 'github', providerId: '1' }))).toEqual(ofAccount)
  const own = await links.create({ ...ofBob, provider: 'github', providerId: '2' })
  expect(await codesOf(links.update(own.id, { providerId: '1' }))).toEqual(ofAccount)

  const origins = app.collection('_authOrigins')
  const origin = await origins.create({ ...alice, fingerprint: 'first' })
  const again = { collectionRef: taken, recordRef: taken, fingerprint: taken }
  expect(await codesOf(origins.create({ ...alice, fingerprint: 'first' }))).toEqual(again)
  expect(await origins.update(origin.id, { fingerprint: 'second' })).toMatchObject({ fingerprint: 'second' })
  expect((await origins.getFullList()).map(({ fingerprint }) => fingerprint)).toEqual(['second'])
})

test('a first factor that a superuser creates is completed by another one of its user only', async () => {
  await app.collections.update('users', { otp: { enabled: true }, mfa: { enabled: true } })
  const first = await app.collection('_mfas').create({ ...alice, method: 'card' })
  const signIn = (name: string) =>
    askApi(magazine.port, 'POST', '/today/api/collections/users/auth-with-password', {
      body: { identity: name, password: `password-${name}`, mfaId: first.id },
    })
  expect((await signIn('bob')).status).toBe(400)
  const { status, json } = await signIn('alice')
  expect([status, json.record]).toEqual([200, expect.objectContaining({ id: alice.recordRef })])
  expect((await app.collection('_mfas').getList()).totalItems).toBe(0)
  await app.collections.update('users', { mfa: { enabled: false } })
})

test('only superusers create and change system records, and nobody creates one-time passwords', async () => {
  const { id } = await app.collection('_externalAuths').create({ ...alice, provider: 'github', providerId: '1' })
  const path = '/today/api/collections/_externalAuths/records'
  for (const token of [undefined, signToken(magazine.dataDir, 'auth', 'users:alice')]) {
    const body = { ...alice, provider: 'gitlab', providerId: '1' }
    expect((await askApi(magazine.port, 'POST', path, { token, body })).status).toBe(403)
    expect((await askApi(magazine.port, 'PATCH', `${path}/${id}`, { token, body })).status).toBe(403)
  }
  expect(await app.collection('_externalAuths').getFullList()).toMatchObject([{ provider: 'github' }])
  await expect(app.collection('_otps').create({ ...alice, password: '123456' })).rejects.toMatchObject({ status: 404 })
  await expect(app.collection('_externalAuths').update('nothing00000000', {})).rejects.toMatchObject({ status: 404 })
})

const linkId = 'batchedlink0001'

test('a batch creates, upserts, changes and deletes system records together with records, or changes nothing', async () => {
  await app.settings.update({ batch: { enabled: true } })
  const batch = app.createBatch()
  const links = batch.collection('_externalAuths')
  links.create({ id: linkId, ...alice, provider: 'github', providerId: 9 })
  links.upsert({ id: linkId, providerId: '10' })
  links.update(linkId, { provider: 'gitlab' })
  batch.collection('tags').create({ name: 'beside a link' })
  batch.collection('pbc_2279338944').upsert({ id: 'batchedmfa00001', ...alice, method: 'card' })
  const results = await batch.send()
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const link = await app.collection('_externalAuths').getOne(linkId)
  expect([link.provider, link.providerId]).toEqual(['gitlab', '10'])
  expect(results[2]?.body).toEqual(link)
  expect((await app.collection('_mfas').getOne('batchedmfa00001')).method).toBe('card')

  const failing = app.createBatch()
  failing.collection('_externalAuths').delete(linkId)
  failing.collection('_externalAuths').create({ ...alice, provider: 'github', providerId: '' })
  const issues = { providerId: { code: 'validation_required' } }
  await expect(failing.send()).rejects.toMatchObject({
    status: 400,
    response: { data: { requests: { 1: { response: { data: issues } } } } },
  })
  expect(await app.collection('_externalAuths').getOne(linkId)).toEqual(link)
})

test('in a batch, users delete only their own links and change none', async () => {
  await app.settings.update({ batch: { enabled: true } })
  await app.collection('_externalAuths').create({ id: linkId, ...alice, provider: 'github', providerId: '1' })
  const send = async (name: string, method: string, url: string) => {
    const token = signToken(magazine.dataDir, 'auth', `users:${name}`)
    const body = { requests: [{ method, url: `/api/collections/_externalAuths/records${url}`, body: { providerId: '2' } }] }
    const { status, text } = await askApi(magazine.port, 'POST', '/today/api/batch', { token, body })
    return status === 200 ? JSON.parse(text)[0].status : JSON.parse(text).data.requests[0].response.status
  }
  expect(await send('alice', 'POST', '')).toBe(403)
  expect(await send('alice', 'PATCH', `/${linkId}`)).toBe(403)
  expect(await send('bob', 'DELETE', `/${linkId}`)).toBe(404)
  expect(await app.collection('_externalAuths').getFullList()).toMatchObject([{ id: linkId, providerId: '1' }])
  expect(await send('alice', 'DELETE', `/${linkId}`)).toBe(204)
  expect(await app.collection('_externalAuths').getFullList()).toEqual([])
})
