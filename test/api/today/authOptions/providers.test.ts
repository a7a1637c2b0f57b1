import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProvider } from '../../../exchanges/runner/openProvider.ts'
import { askApi } from '../../../harness/askApi.ts'
import { storedFiles } from '../../../harness/storedFiles.ts'
import { type ServedMagazine, serveMagazine } from '../../collections/serveMagazine.ts'

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let magazine: ServedMagazine
let provider: Awaited<ReturnType<typeof openProvider>>
/** Serves pictures and the API of the provider at one address, so that the pictures are its own. */
let host: string
const cleanUp: (() => void | Promise<void>)[] = []

beforeAll(async () => {
  provider = await openProvider()
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    if (path === '/me.png') return response.writeHead(200, { 'content-type': 'image/png' }).end(png)
    if (path === '/moved.png') return response.writeHead(302, { location: '/me.png' }).end()
    if (path === '/page.png') return response.writeHead(200, { 'content-type': 'image/png' }).end('<html>not a picture</html>')
    if (path === '/large.png') return response.writeHead(200).end(Buffer.concat([png, Buffer.alloc(6 * 1024 * 1024)]))
    if (path === '/inner.png') return response.writeHead(302, { location: `http://${provider.host}/me.png` }).end()
    const headers = new Headers(request.headers as Record<string, string>)
    const body = request.method === 'POST' ? Buffer.concat(await request.toArray()) : undefined
    const answer = await fetch(`http://${provider.host}${path}`, {
      method: request.method ?? 'GET',
      headers,
      ...(body && { body }),
    })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(await answer.text())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  cleanUp.push(() => void server.close(), provider.close)
  magazine = await serveMagazine('pool')
  cleanUp.push(() => magazine.close())
})
afterAll(async () => {
  for (const step of cleanUp.reverse()) await step()
})

const today = (method: string, path: string, body?: object) =>
  askApi(magazine.port, method, `/today/api/collections${path}`, { token: magazine.admin, ...(body && { body }) })

const own = (more: object = {}) => ({
  name: 'oidc',
  clientId: 'the-client',
  clientSecret: 'the-own-secret',
  authURL: `http://${host}/auth`,
  tokenURL: `http://${host}/token`,
  userInfoURL: `http://${host}/user`,
  displayName: 'Ours',
  pkce: false,
  ...more,
})

async function namesIn(dialect: string, collection: string) {
  const { json } = await askApi(magazine.port, 'GET', `${dialect}/api/collections/${collection}/auth-methods`)
  const { authProviders } = json as { authProviders: { name: string; displayName: string }[] | null }
  return authProviders?.map(({ name, displayName }) => `${name} ${displayName}`)
}

const signIn = (dialect: string, user: object, more: object = {}) =>
  askApi(magazine.port, 'POST', `${dialect}/api/collections/users/auth-with-oauth2`, {
    body: { provider: 'oidc', code: JSON.stringify(user), codeVerifier: 'v', redirectUrl: 'https://app.example/back', ...more },
  })

test('a collection offers its own providers in their order, and the others the ones of the settings', async () => {
  const shared = await namesIn('', 'users')
  expect(shared).toEqual(['github GitHub', 'google Google', 'oidc Magazine ID'])
  const gitlab = { name: 'gitlab', clientId: 'a', clientSecret: 'b' }
  const { status, json, text } = await today('PATCH', '/users', { oauth2: { providers: [own(), gitlab] } })
  expect([status, json]).toMatchObject([
    200,
    { oauth2: { providers: [{ name: 'oidc', displayName: 'Ours' }, { name: 'gitlab' }] } },
  ])
  expect(text).not.toMatch(/own-secret|clientSecret/)
  expect(await namesIn('/today', 'users')).toEqual(['oidc Ours', 'gitlab GitLab'])
  // Clients of 0.22 expect them by name.
  expect(await namesIn('', 'users')).toEqual(['gitlab GitLab', 'oidc Ours'])
  await today('PATCH', '/clients', { oauth2: { enabled: true } })
  expect(await namesIn('', 'clients')).toEqual(shared)
  await today('PATCH', '/clients', { oauth2: { enabled: false } })
})

test('a secret is kept if a mask or nothing is sent, in both dialects, and is in no response', async () => {
  await today('PATCH', '/users', { oauth2: { providers: [own()] } })
  const seen: string[] = []
  const masked = await today('PATCH', '/users', {
    oauth2: { providers: [own({ clientSecret: '******', displayName: 'Masked' })] },
  })
  seen.push(masked.text)
  const { clientSecret: _, ...without } = own({ displayName: 'Left out' })
  seen.push((await today('PATCH', '/users', { oauth2: { providers: [without] } })).text)
  const { options } = await magazine.change('GET', '/users?coffer=true')
  seen.push(JSON.stringify(options), JSON.stringify(await magazine.change('PATCH', '/users?coffer=true', { options })))
  expect(options).toMatchObject({ coffer: { oauth2: { providers: [{ name: 'oidc', displayName: 'Left out' }] } } })
  for (const text of seen) expect(text).not.toContain('the-own-secret')
  const signedIn = await signIn('', { sub: 'kept', email: 'kept@fresh.example', email_verified: true, $seen: true })
  expect(JSON.stringify((signedIn.json as { meta: object }).meta)).toContain('the-client:the-own-secret')
})

test('a provider of the settings that a collection takes over keeps using the secret of the settings', async () => {
  const shared = {
    enabled: true,
    clientId: 'shared',
    clientSecret: 'the-shared-secret',
    authUrl: own().authURL,
    tokenUrl: own().tokenURL,
  }
  const body = { oidc2Auth: { ...shared, userApiUrl: own().userInfoURL, displayName: 'Shared' } }
  await askApi(magazine.port, 'PATCH', '/api/settings', { token: magazine.admin, body })
  await magazine.change('PATCH', '/users', { options: { coffer: { oauth2: { providers: null } } } })
  const { providers } = (await today('GET', '/users')).json.oauth2 as { providers: { name: string }[] }
  const taken = providers.filter(({ name }) => name === 'oidc2')
  expect((await today('PATCH', '/users', { oauth2: { providers: taken } })).status).toBe(200)
  expect(await namesIn('', 'users')).toEqual(['oidc2 Shared'])
  const user = { sub: 'shared', email: 'shared@fresh.example', email_verified: true, $seen: true }
  expect((await signIn('', user, { provider: 'oidc2' })).text).toContain('shared:the-shared-secret')
  // Another client needs a secret of its own.
  const other = await today('PATCH', '/users', { oauth2: { providers: taken.map(one => ({ ...one, clientId: 'another' })) } })
  expect([other.status, other.json]).toMatchObject([
    400,
    { data: { oauth2: { providers: { 0: { clientSecret: { code: 'validation_required' } } } } } },
  ])
})

const mapping = { id: 'bio', name: 'name', username: 'username', avatarURL: 'avatar' }

test('new records get their name, id, username and picture from the provider, unless the client sends them', async () => {
  const { schema } = (await magazine.change('GET', '/users')) as { schema: { name: string; type: string }[] }
  if (!schema.some(({ name }) => name === 'bio'))
    await magazine.change('PATCH', '/users', { schema: [...schema, { name: 'bio', type: 'text' }] })
  await today('PATCH', '/users', { oauth2: { providers: [own()], mappedFields: mapping } })
  const user = (sub: string, picture: string) => ({
    sub,
    name: 'Nina New',
    preferred_username: `${sub}_name`,
    email: `${sub}@fresh.example`,
    email_verified: true,
    picture: `http://${host}${picture}`,
  })
  const first = (await signIn('/today', user('nina', '/moved.png'))).json as { record: Record<string, string>; meta: object }
  expect(first).toMatchObject({
    meta: { isNew: true, avatarURL: `http://${host}/moved.png` },
    record: { name: 'Nina New', bio: 'nina', username: 'nina_name', avatar: expect.stringMatching(/^me\w+\.png$/) },
  })
  const { record } = first
  const file = await askApi(magazine.port, 'GET', `/api/files/users/${record.id}/${record.avatar}`)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
  // A second sign-in changes nothing.
  expect((await signIn('/today', { ...user('nina', '/me.png'), name: 'Other' })).json).toMatchObject({
    meta: { isNew: false },
    record: { name: 'Nina New', avatar: record.avatar },
  })
  const sent = await signIn('', user('olga', '/me.png'), { createData: { name: 'Olga', bio: 'mine', username: 'olga' } })
  expect(sent.json).toMatchObject({ record: { name: 'Olga', bio: 'mine', username: 'olga' } })
})

test.each([
  ['of another private host', () => `http://${provider.host}/me.png`],
  ['that redirects to a private host', () => `http://${host}/inner.png`],
  ['of this machine by name', () => `http://localhost:${host.split(':')[1]}/me.png`],
  ['that is no image', () => `http://${host}/page.png`],
  ['that is too large', () => `http://${host}/large.png`],
  ['that does not exist', () => `http://${host}/missing.png`],
  ['that is a file of this machine', () => 'file:///etc/passwd'],
])('a picture %s is left out, and the user signs up without it', async (name, picture) => {
  await today('PATCH', '/users', { oauth2: { providers: [own()], mappedFields: mapping } })
  const before = storedFiles(magazine.dataDir)
  const sub = name.replaceAll(/\W/g, '_')
  const { status, json } = await signIn('/today', {
    sub,
    email: `${sub}@fresh.example`,
    email_verified: true,
    picture: picture(),
  })
  expect([status, json]).toMatchObject([200, { meta: { isNew: true }, record: { avatar: '', bio: sub } }])
  expect(storedFiles(magazine.dataDir)).toEqual(before)
})

test('a client with the SDK of today that shows no dialect gets the picture under the name that it reads, too', async () => {
  await today('PATCH', '/users', { oauth2: { providers: [own()] } })
  const picture = `http://${host}/me.png`
  const user = { sub: 'pictured', email: 'pictured@fresh.example', email_verified: true, picture }
  expect((await signIn('', user)).json.meta).not.toHaveProperty('avatarURL')
  // SDK 0.28 sends `redirectURL`, SDK 0.21 `redirectUrl`.
  const { json } = await signIn('', user, { redirectUrl: undefined, redirectURL: 'https://app.example/back' })
  expect(json.meta).toMatchObject({ avatarURL: picture, avatarUrl: picture })
})

test('a rejected sign-up leaves no file behind', async () => {
  await today('PATCH', '/users', { oauth2: { providers: [own()], mappedFields: mapping } })
  const before = storedFiles(magazine.dataDir)
  const user = { sub: 'rejected', email: 'rejected@fresh.example', email_verified: true, picture: `http://${host}/me.png` }
  for (const createData of [{ id: '../../escape' }, { website: 'no url' }])
    expect((await signIn('', user, { createData })).status).toBe(400)
  expect(storedFiles(magazine.dataDir)).toEqual(before)
})

test('fields that are mapped follow a rename by a client of 0.22, and unknown ones are rejected', async () => {
  await today('PATCH', '/users', { oauth2: { mappedFields: mapping } })
  const { schema } = (await magazine.change('GET', '/users')) as { schema: { name: string }[] }
  await magazine.change('PATCH', '/users', {
    schema: schema
      .filter(({ name }) => name !== 'bio')
      .map(field => (field.name === 'avatar' ? { ...field, name: 'face' } : field)),
  })
  expect((await today('GET', '/users')).json).toMatchObject({
    oauth2: { mappedFields: { id: '', name: 'name', avatarURL: 'face' } },
  })
  for (const [name, message] of [
    ['nothing', 'There is no field "nothing".'],
    ['verified', '"verified" cannot be filled by a provider. Choose another field.'],
  ])
    expect((await today('PATCH', '/users', { oauth2: { mappedFields: { name } } })).json).toMatchObject({
      data: { oauth2: { mappedFields: { name: { message } } } },
    })
})

const graphQl = (reply: string) => ({ query: JSON.stringify({ query: `query { ${reply} }` }) })

test.each([
  ['box', 'Box', { id: 'box-1', name: 'Bo', login: 'bo@fresh.example', status: 'active' }, { email: 'bo@fresh.example' }, {}],
  ['instagram2', 'Instagram', { id: 'app', user_id: 'insta-1', name: 'Ina', username: 'ina' }, { username: 'ina' }, {}],
  ['lark', 'Lark', { code: 0, data: { union_id: 'on_1', name: 'Lan' } }, { id: 'on_1' }, {}],
  [
    'linear',
    'Linear',
    { data: { viewer: { id: 'linear-1', name: 'Lin', displayName: 'lin', email: 'lin@fresh.example', active: true } } },
    { username: 'lin', email: 'lin@fresh.example' },
    graphQl('viewer { id name displayName email avatarUrl active }'),
  ],
  [
    'monday',
    'monday.com',
    { data: { me: { id: 'monday-1', enabled: true, name: 'Mo', email: 'mo@fresh.example', is_verified: true } } },
    { name: 'Mo', email: 'mo@fresh.example' },
    graphQl('me { id enabled name email is_verified photo_small }'),
  ],
  [
    'notion',
    'Notion',
    { id: 'bot', bot: { owner: { user: { id: 'notion-1', name: 'Noa', person: { email: 'noa@fresh.example' } } } } },
    { id: 'notion-1', email: 'noa@fresh.example' },
    { 'notion-version': '2022-06-28' },
  ],
  [
    'trakt',
    'Trakt',
    { user: { username: 'tra', name: 'Tra', ids: { uuid: 'trakt-1' } } },
    { id: 'trakt-1', username: 'tra' },
    { 'trakt-api-key': 'the-client', 'trakt-api-version': '2' },
  ],
  [
    'wakatime',
    'WakaTime',
    { data: { id: 'waka-1', display_name: 'Wak', username: 'wak', email: 'wak@fresh.example', is_email_confirmed: true } },
    { name: 'Wak', email: 'wak@fresh.example' },
    {},
  ],
])('users sign in with the provider %s of later versions in either dialect', async (name, displayName, reply, user, asked) => {
  const saved = await today('PATCH', '/users', { oauth2: { providers: [own({ name, displayName: '' })] } })
  expect([saved.status, saved.json]).toMatchObject([200, { oauth2: { providers: [{ name }] } }])
  for (const dialect of ['', '/today']) expect(await namesIn(dialect, 'users')).toEqual([`${name} ${displayName}`])
  const first = await signIn('/today', { ...reply, $seen: true }, { provider: name })
  expect([first.status, first.json]).toMatchObject([
    200,
    { meta: { isNew: true, ...user, rawUser: { asked: { authorization: 'Bearer', path: '/user', ...asked } } } },
  ])
  const { id } = first.json.record as { id: string }
  expect((await signIn('', reply, { provider: name })).json).toMatchObject({ meta: { isNew: false }, record: { id } })
  const { text } = await today('GET', '/meta/oauth2-providers')
  expect(text).toContain(JSON.stringify({ name, displayName, logo: '' }))
  // The settings of 0.22 have fixed keys.
  expect((await askApi(magazine.port, 'GET', '/api/settings', { token: magazine.admin })).json).not.toHaveProperty(`${name}Auth`)
})

test('secrets of providers of later versions are kept if none is sent, and a new one needs a secret', async () => {
  await today('PATCH', '/users', { oauth2: { providers: [own({ name: 'notion' })] } })
  const { clientSecret: _, ...without } = own({ name: 'notion' })
  expect((await today('PATCH', '/users', { oauth2: { providers: [without] } })).status).toBe(200)
  expect(await namesIn('/today', 'users')).toEqual(['notion Ours'])
  expect(
    (await today('PATCH', '/users', { oauth2: { providers: [without, { name: 'trakt', clientId: 'x' }] } })).json,
  ).toMatchObject({
    data: { oauth2: { providers: { 1: { clientSecret: { code: 'validation_required' } } } } },
  })
})

test.each([
  ['adds the one that Notion requires', '/auth'],
  ['leaves out the one that the configured URL has', '/auth?owner=user'],
])('the authorization URL has each parameter once: it %s', async (_, path) => {
  await today('PATCH', '/users', { oauth2: { providers: [own({ name: 'notion', authURL: `http://${host}${path}` })] } })
  const { json } = await askApi(magazine.port, 'GET', '/today/api/collections/users/auth-methods')
  const [notion] = (json as { oauth2: { providers: { authURL: string }[] } }).oauth2.providers
  const names = [...new URL(notion?.authURL ?? '').searchParams.keys()]
  expect(names.toSorted()).toEqual(['client_id', 'owner', 'redirect_uri', 'response_type', 'state'])
})
