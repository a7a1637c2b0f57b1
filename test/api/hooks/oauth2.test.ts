import { expect, onTestFinished, test } from 'vitest'
import { openProvider } from '../../exchanges/runner/openProvider.ts'
import type { Preparation } from '../../harness/copySample.ts'
import { startCodeServer, unhurried } from './harness.ts'

function enabling(host: string): Preparation {
  const group = {
    enabled: true,
    clientId: 'the-client',
    clientSecret: 'the-client-secret',
    authUrl: `http://${host}/auth`,
    tokenUrl: `http://${host}/token`,
    userApiUrl: `http://${host}/user`,
  }
  return {
    sql: `UPDATE _params SET value = json_set(value, '$.oidcAuth', json('${JSON.stringify(group)}')) WHERE key = 'settings'`,
  }
}

test.each(['inline', 'pool'] as const)(
  'a sign-up with a provider calls the hooks for creations, then the hooks for sign-ins, and a later sign-in only the hooks for sign-ins, in %s threads',
  async threads => {
    const provider = await openProvider()
    onTestFinished(provider.close)
    const { ask } = await startCodeServer(
      {
        'users.ts': `
import { onRecord, reject } from 'coffer'
onRecord('users', {
  beforeCreate({ input, user }) {
    if (input.email === 'blocked@fresh.example') reject('This address is blocked.')
    input.name = \`\${user.kind} \${input.email} \${input.name}\`
    input.email = 'forged@fresh.example'
  },
  beforeSignIn({ record, method }) {
    if (record.name === 'leaves' || record.email === 'waits@fresh.example') reject(\`Goodbye, \${method}.\`)
  },
})`,
      },
      {},
      threads,
      {},
      { prepare: [enabling(provider.host)] },
    )
    const signIn = (user: object) =>
      ask(
        'POST',
        '/api/collections/users/auth-with-oauth2',
        {
          provider: 'oidc',
          code: JSON.stringify(user),
          codeVerifier: 'v',
          redirectUrl: 'https://app.example/back',
          createData: { name: 'Nina' },
        },
        '',
      )
    const nina = { sub: 'made-1', preferred_username: 'nina', email: 'nina@fresh.example', email_verified: true }
    const blocked = await signIn({ ...nina, sub: 'made-2', email: 'blocked@fresh.example' })
    expect([blocked.status, blocked.json.message]).toEqual([400, 'This address is blocked.'])
    // The rejected user has a record, so that an admin can change what the hook checks.
    const waiting = { ...nina, sub: 'made-3', preferred_username: 'waits', email: 'waits@fresh.example' }
    for (let turn = 0; turn < 2; turn += 1)
      expect(await signIn(waiting)).toMatchObject({ status: 400, json: { message: 'Goodbye, oauth2.' } })
    const found = await ask('GET', `/api/collections/users/records?filter=${encodeURIComponent('email = "waits@fresh.example"')}`)
    expect(found.json.totalItems).toBe(1)
    const first = await signIn(nina)
    expect(first.json).toMatchObject({
      meta: { isNew: true },
      record: { name: 'guest nina@fresh.example Nina', email: 'nina@fresh.example' },
    })
    const { id } = first.json.record as { id: string }
    expect((await signIn(nina)).json).toMatchObject({ meta: { isNew: false }, record: { id } })
    await ask('PATCH', `/api/collections/users/records/${id}`, { name: 'leaves' })
    expect(await signIn(nina)).toMatchObject({ status: 400, json: { message: 'Goodbye, oauth2.' } })
  },
)

test('a sign-up with a provider calls the hook inside of its transaction, which can reject it, and a later sign-in does not', async () => {
  const provider = await openProvider()
  onTestFinished(provider.close)
  const { ask, names } = await startCodeServer(
    {
      'users.ts': `
import { data, onRecord, reject } from 'coffer'
onRecord('users', {
  async insideCreate({ record, user }) {
    await data.collection('registry').create({ name: \`\${user.kind} \${record.email}\` })
    if (record.email === 'blocked@fresh.example') reject('There is no room for more.', { email: 'Wait for an invitation.' })
    await data.collection('users').update(record.id, { name: 'Number 1' })
  },
})`,
    },
    unhurried,
    'pool',
    {},
    { prepare: [enabling(provider.host)] },
  )
  const signIn = (sub: string, name: string) => {
    const user = { sub, preferred_username: name, email: `${name}@fresh.example`, email_verified: true }
    const codes = { code: JSON.stringify(user), codeVerifier: 'v', redirectUrl: 'https://app.example/back' }
    return ask('POST', '/api/collections/users/auth-with-oauth2', { provider: 'oidc', ...codes }, '')
  }
  const email = { code: 'validation_invalid_value', message: 'Wait for an invitation.' }
  expect(await signIn('made-1', 'blocked')).toMatchObject({
    status: 400,
    json: { message: 'There is no room for more.', data: { email } },
  })
  const filter = encodeURIComponent('email ~ "@fresh.example"')
  expect((await ask('GET', `/api/collections/users/records?filter=${filter}`)).json.totalItems).toBe(0)
  for (const isNew of [true, false])
    expect((await signIn('made-2', 'nina')).json).toMatchObject({ meta: { isNew }, record: { name: 'Number 1' } })
  expect((await names()).filter(name => name.includes('@fresh.example'))).toEqual(['guest nina@fresh.example'])
})
