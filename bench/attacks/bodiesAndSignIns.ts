import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { askApi } from '../../test/harness/askApi.ts'
import type { Preparation } from '../../test/harness/copySample.ts'
import { fastPasswords } from '../../test/harness/fastPasswords.ts'
import { numbers, records } from '../../test/harness/realtimeAttack.ts'
import type { OpenAttack } from './MeasuredAttack.ts'

/** Lets the field `f2` of the collection `scratch` have 990 files. The field `f1` has one. */
const manyFiles = {
  sql: `UPDATE _collections SET schema = REPLACE(schema, '"maxSelect":3,', '"maxSelect":990,') WHERE name = 'scratch'`,
}

/** Encodes a form before the attack, because that takes time of the process that other clients share. */
async function encodeForm(field: string) {
  const form = new FormData()
  for (const number of numbers(990)) form.append(field, new Blob([`file ${number}\u0000`]), `paper${number}.bin`)
  const encoded = new Response(form)
  return { contentType: encoded.headers.get('Content-Type') ?? '', body: new Uint8Array(await encoded.arrayBuffer()) }
}

/** Sends forms with 990 files: one half are stored, and of the other half only their first file. */
const sendForms: OpenAttack = async () => {
  const forms = await Promise.all(['f1', 'f2'].map(encodeForm))
  return {
    attack: ({ port }, headersOf) =>
      Promise.all(
        numbers(5).flatMap(pair =>
          forms.map(async ({ contentType, body }, index) => {
            const headers = { ...headersOf(2 * pair + index), 'Content-Type': contentType }
            const { status, text } = await askApi(port, 'POST', `/api/${records}`, { headers, body })
            assert([200, 429, 503].includes(status), `${status} ${text.slice(0, 300)}`)
          }),
        ),
      ),
    preparations: [fastPasswords, manyFiles],
  }
}

const exchangeMs = 20
/** Most sign-ins are rejected at once. Without a pause, sending them would take the time of the process that other clients share. */
const pauseMs = 200

/** Starts an OAuth2 provider that knows no code. */
async function openProvider() {
  const server = createServer(async (request, response) => {
    request.resume()
    await wait(exchangeMs)
    response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"error":"invalid_grant"}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** Makes a copy of the magazine sign in with a provider. */
function signInWith(origin: string): Preparation {
  const urls = { authUrl: `${origin}/auth`, tokenUrl: `${origin}/token`, userApiUrl: `${origin}/user` }
  const group = JSON.stringify({ enabled: true, clientId: 'the-client', clientSecret: 'the-secret', ...urls })
  return { sql: `UPDATE _params SET value = json_set(value, '$.oidcAuth', json('${group}')) WHERE key = 'settings'` }
}

const guessCodes: OpenAttack = async () => {
  const provider = await openProvider()
  return {
    attack: async ({ port }, headersOf) => {
      await Promise.all(
        numbers(100).map(async number => {
          const body = { provider: 'oidc', code: `wrong${number}`, codeVerifier: 'v', redirectUrl: 'https://app.example/back' }
          const options = { headers: headersOf(number), body }
          const { status, text } = await askApi(port, 'POST', '/api/collections/users/auth-with-oauth2', options)
          assert([400, 429, 503].includes(status), `${status} ${text.slice(0, 300)}`)
        }),
      )
      await wait(pauseMs)
    },
    preparations: [fastPasswords, signInWith(provider.origin)],
    close: provider.close,
  }
}

/** Requests whose bodies cost more than their length. */
export const bodiesAndSignIns: Record<string, OpenAttack> = {
  'ten forms of 990 files': sendForms,
  '100 OAuth2 sign-ins with wrong codes': guessCodes,
}
