import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { appleIdentity } from './apple.ts'

const issuer = 'https://appleid.apple.com'
const [own, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
const jwk = { ...(await exportJWK(own.publicKey)), kid: 'key-1', alg: 'RS256' }

interface Given {
  claims?: Record<string, unknown>
  key?: Parameters<SignJWT['sign']>[0]
  header?: { alg: string; kid: string }
  user?: string
}

async function identify({ claims = {}, key = own.privateKey, header = { alg: 'RS256', kid: 'key-1' }, user }: Given) {
  const exp = Math.floor(Date.now() / 1000) + 3600
  const id_token = await new SignJWT({ iss: issuer, aud: 'app', sub: 'a1', exp, ...claims }).setProtectedHeader(header).sign(key)
  return appleIdentity({
    clientId: 'app',
    authUrl: '',
    tokenUrl: '',
    userApiUrl: '',
    token: { id_token, ...(user !== undefined && { user }) },
    request: async address => {
      expect(address).toBe(`${issuer}/auth/keys`)
      return { status: 200, json: () => ({ keys: [jwk] }) }
    },
  })
}

test("returns the claims of Apple's ID token and the name from the token response", async () => {
  expect(await identify({ claims: { email: 'ann@fresh.example' } })).toMatchObject({ sub: 'a1', email: 'ann@fresh.example' })
  const name = { firstName: 'Ann', lastName: 'Ash' }
  expect(await identify({ user: JSON.stringify({ name }), claims: { aud: ['x', 'app'] } })).toMatchObject({ user: { name } })
})

test.each<[string, Given]>([
  ['is for another client', { claims: { aud: 'other' } }],
  ['is from another issuer', { claims: { iss: 'https://appleid.example' } }],
  ['has expired', { claims: { exp: 1 } }],
  ['has no expiry', { claims: { exp: undefined } }],
  ['is not valid yet', { claims: { nbf: 9_999_999_999 } }],
  ['is signed with another key', { key: other.privateKey }],
  ['names an unknown key', { header: { alg: 'RS256', kid: 'key-2' } }],
  [
    'is signed with the public key as a secret',
    { key: Buffer.from(JSON.stringify(jwk)), header: { alg: 'HS256', kid: 'key-1' } },
  ],
])('rejects an ID token that %s', async (_, given) => {
  await expect(identify(given)).rejects.toThrow()
})

test('rejects a token response without an ID token', async () => {
  const request = () => Promise.reject(new Error('not asked'))
  await expect(appleIdentity({ clientId: 'app', authUrl: '', tokenUrl: '', userApiUrl: '', token: {}, request })).rejects.toThrow(
    'no ID token',
  )
})
