import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProvider } from '../../exchanges/runner/openProvider.ts'
import { type DocumentedServer, serveDocs } from './serveDocs.ts'
import { startProgram } from './startProgram.ts'

let provider: Awaited<ReturnType<typeof openProvider>>
let server: DocumentedServer
beforeAll(async () => {
  provider = await openProvider()
  const { host } = provider
  const group = JSON.stringify({
    enabled: true,
    clientId: 'the-client',
    clientSecret: 'the-secret',
    authUrl: `http://${host}/auth`,
    tokenUrl: `http://${host}/token`,
    userApiUrl: `http://${host}/user`,
  })
  server = await serveDocs({
    prepare: [{ sql: `UPDATE _params SET value = json_set(value, '$.oidcAuth', json('${group}')) WHERE key = 'settings'` }],
  })
})
afterAll(async () => {
  await server.stop()
  await provider.close()
})

test('the JavaScript sample of Realtime receives changes until it unsubscribes', async () => {
  const { id } = await server.admin.collection('scratch').create({ t: 'before' })
  const { javascript } = server.docs('scratch', 'realtime', { ...server.subject('scratch').record, id }).samples
  const stop = '// When they are no longer needed.'
  const { child, printed } = startProgram(
    javascript.replace(stop, `console.log('listening')\nawait new Promise(go => process.stdin.once('data', go))\n${stop}`) +
      "\nconsole.log('stopped')\nprocess.exit()",
  )
  await expect.poll(printed).toContain('listening')
  const made = await server.admin.collection('scratch').create({ t: 'while listening' })
  await expect.poll(printed).toMatch(new RegExp(`create \\{[\\s\\S]*${made.id}`))
  await server.admin.collection('scratch').update(id, { t: 'after' })
  // One event for the collection and one for the record.
  await expect.poll(() => printed().match(/^update \{/gm)?.length).toBe(2)
  child.stdin.write('go\n')
  await once(child, 'close')
  expect(printed()).toMatch(/stopped\n$/)
})

test('the JavaScript sample of Auth with OAuth2 signs in through a popup', async () => {
  const { javascript } = server.docs('users', 'auth-with-oauth2').samples
  const [oneCall = ''] = javascript.replace('google', 'oidc').split('// Or manually')
  const code = JSON.stringify({ sub: 'by-popup', email: 'popup@readers.example', email_verified: true })
  // Simulates a user who consents immediately, at the provider and on the confirmation page.
  const browser = `
    globalThis.window = {
      open: () => ({
        close() {},
        location: {
          set href(address) {
            const { searchParams } = new URL(address)
            const answer = new URLSearchParams({ state: searchParams.get('state'), code: ${JSON.stringify(code)} })
            const redirect = searchParams.get('redirect_uri')
            fetch(redirect + '?' + answer, { redirect: 'manual' }).then(({ headers }) => {
              const ticket = headers.get('location').split('/').at(-1)
              return fetch(new URL('oauth2-returns/' + ticket, redirect), { method: 'POST' })
            })
          },
        },
      }),
    }`
  const { child, printed } = startProgram(
    `${oneCall}\nconsole.log(account.record.email)\nprocess.exit()`.replace(/\n/, `\n${browser}\n`),
  )
  await once(child, 'close')
  expect(printed()).toBe('popup@readers.example\n')
})
