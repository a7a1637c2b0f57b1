import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auth, base, field, type ServedCollections, serveCollections } from '../api/records/serveCollections.ts'
import { askApi, type RequestOptions } from '../harness/askApi.ts'
import { samplesDir } from '../harness/paths.ts'
import { signToken } from '../harness/signToken.ts'

let server: ServedCollections
let fileToken = ''
let file = ''
beforeAll(async () => {
  server = await serveCollections([
    base('papers', [field('scan', 'file', { protected: true, thumbs: ['32x32'] })], { viewRule: "@request.auth.id != ''" }),
    auth('people', []),
  ])
  fileToken = signToken(server.dataDir, 'file', 'admin')
  const form = new FormData()
  form.set('scan', new File([new Uint8Array(readFileSync(join(samplesDir, 'files/wide.png')))], 'scan.png'))
  const { json } = await server.ask('POST', 'papers/records', { body: form })
  file = `/api/files/papers/${json.id}/${json.scan}`
})
afterAll(() => server.close())

async function cacheControl(method: string, path: string, requestOptions?: RequestOptions, status = 200) {
  const response = await askApi(server.port, method, path, requestOptions)
  expect(response.status, response.text.slice(0, 200)).toBe(status)
  return response.headers.get('cache-control')
}

describe('protected files and backups', () => {
  test.each<[string, string, string, RequestOptions?, number?]>([
    ['a whole file', 'GET', ''],
    ['the headers of a file', 'HEAD', ''],
    ['a download', 'GET', '&download=1'],
    ['a thumb', 'GET', '&thumb=32x32'],
    ['a part of a file', 'GET', '', { headers: { Range: 'bytes=0-9' } }, 206],
    ['an unchanged file', 'GET', '', { headers: { 'If-Modified-Since': 'Fri, 31 Dec 2100 00:00:00 GMT' } }, 304],
  ])('%s of a protected field cannot be cached', async (_, method, search, requestOptions, status) => {
    for (const attempt of ['first', 'cached']) {
      const found = await cacheControl(method, `${file}?token=${fileToken}${search}`, requestOptions, status)
      expect(found, attempt).toBe('private, no-store')
    }
  })

  test('a backup cannot be cached', async () => {
    const body = { name: 'private.zip' }
    expect(await cacheControl('POST', '/api/backups', { token: server.admin, body }, 204)).toBeNull()
    expect(await cacheControl('GET', `/api/backups/private.zip?token=${fileToken}`)).toBe('private, no-store')
  })
})

describe('responses that contain a token', () => {
  const editor = { identity: 'editor@magazine.example', password: 'magazine-admin-1' }
  const alice = { identity: 'alice', password: 'password-alice' }
  const admin = () => ({ token: server.admin })
  const reader = () => ({ token: signToken(server.dataDir, 'auth', 'users:alice') })

  test.each<[string, string, () => RequestOptions]>([
    ['an admin who signs in', '/api/admins/auth-with-password', () => ({ body: editor })],
    ['an admin who refreshes a token', '/api/admins/auth-refresh', admin],
    ['a user who signs in', '/api/collections/users/auth-with-password', () => ({ body: alice })],
    ['a user who refreshes a token', '/api/collections/users/auth-refresh', reader],
    ['an admin who asks for a file token', '/api/files/token', admin],
    ['a user who asks for a file token', '/api/files/token', reader],
  ])('the token of %s cannot be cached', async (_, path, requestOptions) => {
    for (const attempt of ['first', 'cached']) {
      expect(await cacheControl('POST', path, requestOptions()), attempt).toBe('private, no-store')
    }
  })

  test('links to OAuth2 providers, which contain a code verifier, cannot be cached', async () => {
    expect(await cacheControl('GET', '/api/collections/people/auth-methods')).toBe('private, no-store')
  })
})
