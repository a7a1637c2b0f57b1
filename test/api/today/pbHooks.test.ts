import { expect, test } from 'vitest'
import { openPbHooks } from '../../harness/openPbHooks.ts'

const note = (names: string[], text: string) =>
  names.map(name => `${name}((e) => console.log('<${name} ' + (${text}) + '>'))`).join('\n')

const changes = (kind: string) =>
  ['Create', 'Update', 'Delete'].flatMap(action => [`on${kind}Before${action}Request`, `on${kind}After${action}Request`])

const hooks = [
  note(['onCollectionsListRequest'], 'e.collections.length > 5'),
  note(['onCollectionViewRequest', ...changes('Collection')], 'e.collection.name'),
  note(['onSettingsListRequest'], 'e.redactedSettings.meta.appName'),
  note(['onSettingsBeforeUpdateRequest', 'onSettingsAfterUpdateRequest'], 'e.newSettings.meta.appName'),
  note(['onAdminsListRequest'], 'e.admins.length'),
  note(['onAdminViewRequest', ...changes('Admin')], 'e.admin.email'),
  note(['onAdminAfterAuthWithPasswordRequest', 'onAdminAuthRequest', 'onAdminAfterAuthRefreshRequest'], '!!e.token'),
  `onCollectionBeforeCreateRequest((e) => {
    if (e.collection.name === 'refused') throw new BadRequestError('A hook has refused it.')
    e.collection.listRule = ''
  })
  onSettingsBeforeUpdateRequest((e) => { e.newSettings.meta.appName += '!' })
  onAdminBeforeCreateRequest((e) => { e.admin.email = 'by.hook@example.com' })`,
].join('\n')

const fields = [
  { name: 'title', type: 'text', required: true, max: 20, hidden: true, help: 'A title.' },
  { name: 'place', type: 'geoPoint' },
  { name: 'made', type: 'autodate', onCreate: true },
]

test("hooks of collections, settings and admins are called for today's clients, who get responses in their format", async () => {
  const { ask: send, noted } = await openPbHooks(hooks)
  const ask = (method: string, path: string, body?: object) => send(method, `/today/api${path}`, body ? { body } : {})
  const created = await ask('POST', '/collections', { name: 'places', type: 'base', viewRule: 'title != ""', fields })
  expect(created.json).toMatchObject({ name: 'places', listRule: '', viewRule: 'title != ""' })
  const shown = created.json.fields as { name: string }[]
  expect(shown.map(({ name }) => name)).toEqual(['id', 'title', 'place', 'made'])
  expect(shown[1]).toMatchObject(fields[0] as object)
  expect(noted()).toEqual(['<onCollectionBeforeCreateRequest places>', '<onCollectionAfterCreateRequest places>'])
  const refused = await ask('POST', '/collections', { name: 'refused', type: 'base' })
  expect([refused.status, refused.json.message]).toEqual([400, 'A hook has refused it.'])
  noted()
  const updated = await ask('PATCH', '/collections/places', { fields: shown.filter(({ name }) => name !== 'place') })
  expect((updated.json.fields as object[])[1]).toMatchObject(fields[0] as object)
  expect((await ask('GET', '/collections/places')).json).toEqual(updated.json)
  // The list of today also has the five system collections, which hooks do not see.
  expect((await ask('GET', '/collections')).json.totalItems).toBe(
    Number((await send('GET', '/api/collections')).json.totalItems) + 5,
  )
  expect((await ask('DELETE', '/collections/places')).status).toBe(204)
  expect(noted()).toEqual([
    '<onCollectionBeforeUpdateRequest places>',
    '<onCollectionAfterUpdateRequest places>',
    '<onCollectionViewRequest places>',
    '<onCollectionsListRequest true>',
    '<onCollectionsListRequest true>',
    '<onCollectionBeforeDeleteRequest places>',
    '<onCollectionAfterDeleteRequest places>',
  ])

  const changed = await ask('PATCH', '/settings', { meta: { appName: 'Today' } })
  expect(changed.json).toMatchObject({ meta: { appName: 'Today!' }, batch: {} })
  expect((await ask('GET', '/settings')).json).toEqual(changed.json)
  expect(noted()).toEqual([
    '<onSettingsBeforeUpdateRequest Today>',
    '<onSettingsAfterUpdateRequest Today!>',
    '<onSettingsListRequest Today!>',
  ])

  const superusers = '/collections/_superusers'
  const password = '1234567890'
  const admin = { email: 'new@example.com', password, passwordConfirm: password }
  const { json } = await ask('POST', `${superusers}/records`, admin)
  expect(json).toMatchObject({ collectionName: '_superusers', email: 'by.hook@example.com' })
  const one = `${superusers}/records/${json.id}`
  expect((await ask('PATCH', one, { email: 'changed@example.com' })).json.email).toBe('changed@example.com')
  expect((await ask('GET', one)).json).toMatchObject({ id: json.id, verified: true })
  expect((await ask('GET', `${superusers}/records`)).status).toBe(200)
  const identity = { identity: 'changed@example.com', password }
  const signedIn = await ask('POST', `${superusers}/auth-with-password`, identity)
  expect(signedIn.json).toMatchObject({ record: { id: json.id } })
  const token = String(signedIn.json.token)
  expect((await send('POST', `/today/api${superusers}/auth-refresh`, { token })).json).toMatchObject({ record: { id: json.id } })
  expect((await ask('DELETE', one)).status).toBe(204)
  expect(noted()).toEqual([
    '<onAdminBeforeCreateRequest new@example.com>',
    '<onAdminAfterCreateRequest by.hook@example.com>',
    '<onAdminBeforeUpdateRequest changed@example.com>',
    '<onAdminAfterUpdateRequest changed@example.com>',
    '<onAdminViewRequest changed@example.com>',
    expect.stringMatching(/^<onAdminsListRequest \d>$/),
    '<onAdminAfterAuthWithPasswordRequest true>',
    '<onAdminAuthRequest true>',
    '<onAdminAfterAuthRefreshRequest true>',
    '<onAdminAuthRequest true>',
    '<onAdminBeforeDeleteRequest changed@example.com>',
    '<onAdminAfterDeleteRequest changed@example.com>',
  ])

  await ask('PATCH', '/settings', { batch: { enabled: true, maxRequests: 50, timeout: 3 } })
  const requests = [{ method: 'POST', url: `/api${superusers}/records`, body: admin }]
  const batch = await ask('POST', '/batch', { requests })
  expect([batch.status, batch.text]).toEqual([400, expect.stringContaining('not in a batch')])
}, 60_000)

test('an import that changes tokens of superusers calls the hooks of imports and of settings', async () => {
  const { ask, noted } = await openPbHooks(
    [
      note(['onCollectionsBeforeImportRequest', 'onCollectionsAfterImportRequest'], 'e.collections.length'),
      note(['onSettingsBeforeUpdateRequest', 'onSettingsAfterUpdateRequest'], 'e.newSettings.adminAuthToken.duration'),
      `onSettingsBeforeUpdateRequest((e) => {
        if (e.newSettings.adminAuthToken.duration === 9000) throw new BadRequestError('A hook has refused it.')
        if (e.newSettings.adminAuthToken.duration === 9001) e.newSettings.meta.appUrl = 'no address'
        e.newSettings.adminAuthToken.duration += 1
      })`,
    ].join('\n'),
  )
  const importing = (seconds: number, others: object[] = []) =>
    ask('PUT', '/today/api/collections/import', {
      body: { collections: [{ name: '_superusers', authToken: { duration: seconds } }, ...others] },
    })
  expect((await importing(3600, [{ name: 'places', type: 'base', fields: [{ name: 'title', type: 'text' }] }])).status).toBe(204)
  expect(noted()).toEqual([
    '<onCollectionsBeforeImportRequest 1>',
    '<onSettingsBeforeUpdateRequest 3600>',
    '<onCollectionsAfterImportRequest 1>',
    '<onSettingsAfterUpdateRequest 3601>',
  ])
  expect((await importing(3601)).status).toBe(204)
  expect(noted()).toEqual(['<onCollectionsBeforeImportRequest 0>', '<onCollectionsAfterImportRequest 0>'])
  const broken = await importing(9001)
  expect([broken.status, Object.keys(broken.json.data as object)]).toEqual([400, ['meta']])
  const refused = await importing(9000)
  expect([refused.status, refused.json.message]).toEqual([400, 'A hook has refused it.'])
  const { json } = await ask('GET', '/today/api/collections/_superusers')
  expect(json.authToken).toEqual({ duration: 3601 })
}, 60_000)
