import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

let copy: SampleCopy
let server: RunningServer
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir })
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

interface Link {
  state: string
  authUrl: string
  codeVerifier: string
  codeChallenge: string
}

const readLinks = async (): Promise<Link[]> =>
  (await askApi(server.port, 'GET', '/api/collections/users/auth-methods')).json.authProviders as Link[]

test('the code challenge of a link matches its verifier, and the link contains it and the state', async () => {
  for (const { state, authUrl, codeVerifier, codeChallenge } of await readLinks()) {
    expect(codeChallenge).toBe(createHash('sha256').update(codeVerifier).digest('base64url'))
    const { searchParams } = new URL(authUrl)
    expect(searchParams.get('code_challenge')).toBe(codeChallenge)
    expect(searchParams.get('state')).toBe(state)
  }
})

test('each client gets its own links', async () => {
  const [first, second] = [await readLinks(), await readLinks()]
  const random = [...first, ...second].flatMap(({ state, codeVerifier }) => [state, codeVerifier])
  expect(new Set(random).size).toBe(12)
})

test('the client secret of a provider is in no link', async () => {
  const token = signToken(copy.dataDir, 'auth', 'admin')
  const body = { githubAuth: { clientSecret: 'a-secret-of-github' } }
  await askApi(server.port, 'PATCH', '/api/settings', { body, token })
  const { text } = await askApi(server.port, 'GET', '/api/collections/users/auth-methods', { token })
  expect(text).toContain('github')
  expect(text).not.toContain('a-secret-of-github')
})
