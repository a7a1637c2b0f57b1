import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { openPbHooks } from '../harness/openPbHooks.ts'
import { signToken } from '../harness/signToken.ts'

/** Submits or validates the form that the path names, with the values of the body. */
const source = `
  routerAdd('POST', '/form/:name', (c) => {
    const { collection, record, model, only } = $apis.requestInfo(c).query
    const dao = $app.dao()
    const models = { admin: () => new Admin(), collection: () => new Collection() }
    const target = model ? models[model]() : record ? dao.findRecordById('users', record) : dao.findCollectionByNameOrId(collection || 'users')
    const form = new globalThis[c.pathParam('name')]($app, target)
    c.bind(form)
    $app.store().remove('changed')
    const result = only === 'validate' ? form.validate() : form.submit()
    return c.json(200, { result: result && result.id ? result.id : result, changed: $app.store().get('changed') })
  })
  onModelAfterUpdate((e) => $app.store().set('changed', e.model.id), 'users', '_admins')
  routerAdd('POST', '/intercepted', (c) => {
    const form = RecordPasswordLoginForm($app, $app.dao().findCollectionByNameOrId('users'))
    c.bind(form)
    const bob = $app.dao().findRecordById('users', 'bob000000000001')
    const outer = (next) => (record) => { $app.store().set('given', record); return next(record) }
    const inner = (next) => (record) => next(record || bob)
    return c.json(200, { id: form.submit(outer, inner).id, given: $app.store().get('given') })
  })
  routerAdd('POST', '/caught', (c) => {
    const form = new RecordPasswordLoginForm($app, $app.dao().findCollectionByNameOrId('users'))
    c.bind(form)
    try { return c.json(200, { result: form.submit().id }) } catch (error) { return c.json(200, { result: String(error) }) }
  })
  routerAdd('POST', '/rejected', (c) => {
    const form = new RecordPasswordLoginForm($app, $app.dao().findCollectionByNameOrId('users'))
    c.bind(form)
    return c.json(200, form.submit(() => () => new ForbiddenError('Not today.')))
  })
  routerAdd('POST', '/transaction', (c) => {
    const { token } = $apis.requestInfo(c).data
    const dao = $app.dao()
    const users = dao.findCollectionByNameOrId('users')
    const confirm = (tx) => {
      const form = new RecordVerificationConfirmForm($app, users)
      form.token = token
      if (tx) form.setDao(tx)
      return form.submit()
    }
    const seen = {}
    const run = (work) => { try { dao.runInTransaction(work); return null } catch (error) { return String(error) } }
    seen.undone = run((tx) => {
      seen.id = confirm(tx).id
      seen.inside = tx.findRecordById('users', seen.id).verified()
      throw new Error('stop')
    })
    seen.after = dao.findRecordById('users', seen.id).verified()
    seen.outer = run(() => { confirm() })
    return c.json(200, seen)
  })
  routerAdd('POST', '/settings', (c) => {
    const form = new SettingsUpsertForm($app)
    form.validate()
    form.meta.appUrl = ''
    try { form.validate() } catch (error) { return c.json(200, { fields: Object.keys(JSON.parse(JSON.stringify(error.value)).meta) }) }
  })`

async function open() {
  const { ask, coffer, dataDir } = await openPbHooks(source)
  return {
    ask,
    /** Submits a form. */
    form: (path: string, body: object = {}) => ask('POST', `/form/${path}`, { body }),
    /** Sends a request of a guest to the API. */
    api: (path: string, body: object = {}) => askApi(coffer.port, 'POST', `/api/${path}`, { body }),
    sign: (...args: Parameters<typeof signToken> extends [string, ...infer Rest] ? Rest : never) => signToken(dataDir, ...args),
  }
}

type Opened = Awaited<ReturnType<typeof open>>

/** Asserts that a form rejects values with the same fields as the endpoint that does the same. */
async function expectSameIssues({ form, api }: Opened, [name, path]: [string, string], bodies: readonly object[]) {
  for (const body of bodies) {
    const [rejected, expected] = [await form(name, body), await api(path, body)]
    expect([rejected.status, rejected.json.data]).toEqual([400, expected.json.data])
    expect(Object.keys(expected.json.data as object)).not.toEqual([])
  }
}

const users = 'collections/users'

describe('forms of pb_hooks', () => {
  test('sign in auth records and admins, and reject what is missing like the API', async () => {
    const opened = await open()
    const { form, ask } = opened
    const login = 'RecordPasswordLoginForm'
    for (const identity of ['alice', 'alice@readers.example'])
      expect((await form(login, { identity, password: 'password-alice' })).json.result).toBe('alice0000000001')
    // A body sets only values, and no method of the form.
    const methods = { submit: 1, validate: 1, setDao: 1, dao: 1, scripts: 1, values: 1, constructor: 1 }
    const sent = { identity: 'alice', password: 'password-alice', ...methods }
    expect((await form(login, sent)).json.result).toBe('alice0000000001')
    expect((await form(`${login}?only=validate`, { identity: 'nobody', password: 'x' })).status).toBe(200)
    for (const identity of ['alice', 'nobody']) {
      const wrong = await form(login, { identity, password: 'password-bob' })
      expect([wrong.status, wrong.json.data]).toEqual([400, {}])
    }
    await expectSameIssues(opened, [login, `${users}/auth-with-password`], [{}, { identity: 'a'.repeat(256), password: 'x' }])

    const admin = { identity: 'editor@magazine.example', password: 'magazine-admin-1' }
    expect((await form('AdminLoginForm', admin)).json.result).toBe('admin0000000001')
    expect((await form('AdminLoginForm', { ...admin, password: 'x' })).json).toMatchObject({ code: 400, data: {} })
    const invalid = [{}, { identity: 'editor', password: 'x' }]
    await expectSameIssues(opened, ['AdminLoginForm', 'admins/auth-with-password'], invalid)

    const intercepted = await ask('POST', '/intercepted', { body: { identity: 'nobody', password: 'password-bob' } })
    expect(intercepted.json).toEqual({ id: 'bob000000000001', given: null })
    const rejected = await ask('POST', '/rejected', { body: { identity: 'bob', password: 'password-bob' } })
    expect([rejected.status, rejected.json.message]).toEqual([403, 'Not today.'])
  })

  test('sign in only records that meet the auth rule and need no second factor', async () => {
    const { ask } = await open()
    const configure = async (options: object) =>
      expect((await ask('PATCH', '/today/api/collections/users', { body: options })).status).toBe(200)
    const signIn = async (name: string) =>
      (await ask('POST', '/caught', { body: { identity: name, password: `password-${name}` } })).json.result
    await configure({ authRule: 'username = "alice"' })
    const notAllowed = 'GoError: The auth record does not meet the auth rule of users.'
    expect([await signIn('alice'), await signIn('bob')]).toEqual(['alice0000000001', notAllowed])
    await configure({ authRule: '', otp: { enabled: true }, mfa: { enabled: true, rule: 'username = "alice"' } })
    expect([await signIn('alice'), await signIn('bob')]).toEqual([
      'GoError: The auth record needs a second factor. Send the sign-in to auth-with-password of the API with $http.send.',
      'bob000000000001',
    ])
  })

  test('verify an email by its token, once and again, with the hooks of models', async () => {
    const opened = await open()
    const { ask, form, sign } = opened
    const name = 'RecordVerificationConfirmForm'
    const other = { token: sign('verification', 'users:erin', { email: 'other@readers.example' }) }
    await expectSameIssues(opened, [name, `${users}/confirm-verification`], [{}, { token: 'x' }, other])
    const token = sign('verification', 'users:erin')
    const clients = 'collections/clients/confirm-verification'
    await expectSameIssues(opened, [`${name}?collection=clients`, clients], [{ token }])

    expect((await form(`${name}?only=validate`, { token })).json).toEqual({ result: null, changed: null })
    expect((await ask('GET', `/api/${users}/records/erin00000000001`)).json.verified).toBe(false)
    expect((await form(name, { token })).json).toEqual({ result: 'erin00000000001', changed: 'erin00000000001' })
    expect((await ask('GET', `/api/${users}/records/erin00000000001`)).json.verified).toBe(true)
    expect((await form(name, { token })).json).toEqual({ result: 'erin00000000001', changed: null })
  })

  test('set passwords of auth records and admins by a token, which is used up', async () => {
    const opened = await open()
    const { ask, api, form, sign } = opened
    const name = 'RecordPasswordResetConfirmForm'
    const token = sign('passwordReset', 'users:frank')
    const password = { password: 'another-password', passwordConfirm: 'another-password' }
    await expectSameIssues(
      opened,
      [name, `${users}/confirm-password-reset`],
      [
        {},
        { token, password: 'short', passwordConfirm: 'other' },
        { token: sign('passwordReset', 'users:frank', { email: 'former@readers.example' }), ...password },
        { token, password: 'x'.repeat(80), passwordConfirm: 'x'.repeat(80) },
      ],
    )
    const former = sign('auth', 'users:frank')
    expect((await form(name, { token, ...password })).json).toEqual({ result: 'frank0000000001', changed: 'frank0000000001' })
    expect((await ask('GET', `/api/${users}/records/frank0000000001`)).json.verified).toBe(true)
    const signIn = await api(`${users}/auth-with-password`, { identity: 'frank', password: password.password })
    expect(signIn.status).toBe(200)
    expect((await ask('POST', `/api/${users}/auth-refresh`, { token: former })).status).toBe(401)
    await expectSameIssues(opened, [name, `${users}/confirm-password-reset`], [{ token, ...password }])

    const admins = ['AdminPasswordResetConfirmForm', 'admins/confirm-password-reset'] as [string, string]
    const adminToken = sign('passwordReset', 'admin:second@magazine.example')
    await expectSameIssues(opened, admins, [{}, { token: adminToken, password: 'short', passwordConfirm: 'x' }])
    const changed = { result: 'admin0000000002', changed: 'admin0000000002' }
    expect((await form(admins[0], { token: adminToken, ...password })).json).toEqual(changed)
    const identity = 'second@magazine.example'
    expect((await api('admins/auth-with-password', { identity, password: password.password })).status).toBe(200)
    await expectSameIssues(opened, admins, [{ token: adminToken, ...password }])
  })

  test('change an email by its token and the password', async () => {
    const opened = await open()
    const { ask, form, sign } = opened
    const name = 'RecordEmailChangeConfirmForm'
    const token = sign('emailChange', 'users:dave', { newEmail: 'dave@new.example' })
    const taken = sign('emailChange', 'users:dave', { newEmail: 'alice@readers.example' })
    const bodies = [{}, { token, password: 'wrong' }, { token: taken, password: 'password-dave' }, { token: 'x', password: 'x' }]
    await expectSameIssues(opened, [name, `${users}/confirm-email-change`], bodies)
    const former = sign('auth', 'users:dave')
    expect((await form(name, { token, password: 'password-dave' })).json.result).toBe('dave00000000001')
    const { json } = await ask('GET', `/api/${users}/records/dave00000000001`)
    expect([json.email, json.verified]).toEqual(['dave@new.example', true])
    expect((await ask('POST', `/api/${users}/auth-refresh`, { token: former })).status).toBe(401)
    await expectSameIssues(opened, [name, `${users}/confirm-email-change`], [{ token, password: 'password-dave' }])
  })

  test('submit in the transaction of the dao that they are given, and in no transaction of another one', async () => {
    const { ask, sign } = await open()
    const { json } = await ask('POST', '/transaction', { body: { token: sign('verification', 'users:erin') } })
    expect(json).toEqual({
      id: 'erin00000000001',
      inside: true,
      undone: 'Error: stop',
      after: false,
      outer: expect.stringContaining('$app.dao() cannot write inside a transaction'),
    })
  })

  test('test the settings of S3, sign the secret of Apple and validate subscriptions like the API', async () => {
    const { ask, form } = await open()
    /** Returns the issues of a form, and those of an endpoint for admins. */
    const both = async (name: string, path: string, body: object) => {
      const [rejected, expected] = [await form(name, body), await ask('POST', `/api/${path}`, { body })]
      expect([rejected.status, expected.status]).toEqual([400, 400])
      return [rejected.json.data, expected.json.data]
    }
    for (const filesystem of ['', 'nope']) {
      const [found, expected] = await both('TestS3FilesystemForm', 'settings/test/s3', { filesystem })
      expect(found).toEqual(expected)
    }
    expect((await form('TestS3FilesystemForm', { filesystem: 'storage' })).json).toMatchObject({ code: 400, data: {} })

    const secretPath = 'settings/apple/generate-client-secret'
    const invalid = { clientId: 'a', teamId: 'short', keyId: 'k'.repeat(10), privateKey: 'none', duration: 99_999_999 }
    for (const body of [{}, invalid]) {
      const [found, expected] = await both('AppleClientSecretCreateForm', secretPath, body)
      expect(found).toEqual(expected)
    }
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const given = { clientId: 'app.example', teamId: 't'.repeat(10), keyId: 'k'.repeat(10), privateKey: pem, duration: 60 }
    const secret = String((await form('AppleClientSecretCreateForm', given)).json.result)
    const claims = JSON.parse(Buffer.from(secret.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({ sub: 'app.example', iss: given.teamId, aud: ['https://appleid.apple.com'] })

    const subscriptions = 'RealtimeSubscribeForm?only=validate'
    expect((await form(subscriptions)).json.data).toEqual({ clientId: expect.objectContaining({ code: 'validation_required' }) })
    expect((await form(subscriptions, { clientId: 'a', subscriptions: ['tags'] })).status).toBe(200)
  })

  test('validate admins, collections, imports and settings without saving them', async () => {
    const { ask, form } = await open()
    const admin = { email: 'x', password: 'short', passwordConfirm: 'other' }
    const rejected = await form('AdminUpsertForm?model=admin&only=validate', admin)
    expect([rejected.status, rejected.json.data]).toEqual([400, (await ask('POST', '/api/admins', { body: admin })).json.data])
    const valid = { email: 'third@magazine.example', password: 'magazine-admin-3', passwordConfirm: 'magazine-admin-3' }
    expect((await form('AdminUpsertForm?model=admin&only=validate', valid)).status).toBe(200)
    expect((await ask('GET', '/api/admins')).json.totalItems).toBe(2)

    const collection = 'CollectionUpsertForm?model=collection'
    const schema = [{ name: 'title', type: 'text' }]
    const named = await form(`${collection}&only=validate`, { name: 'a b', schema })
    expect(named.json.data).toEqual({ name: expect.objectContaining({ code: 'validation_match_invalid' }) })
    expect((await form(`${collection}&only=validate`, { name: 'formed', schema })).status).toBe(200)
    expect((await ask('GET', '/api/collections/formed')).status).toBe(404)
    expect((await form(collection, { name: 'formed', schema })).status).toBe(200)
    expect((await ask('GET', '/api/collections/formed')).status).toBe(200)

    const imports = await form('CollectionsImportForm?only=validate')
    expect(imports.json.data).toEqual({ collections: expect.objectContaining({ code: 'validation_required' }) })
    expect((await ask('POST', '/settings')).json).toEqual({ fields: ['appUrl'] })
  })
})
