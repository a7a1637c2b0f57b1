import { generateKeyPairSync, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { copySample } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'
import { startServer } from '../../harness/startServer.ts'

const decode = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString())

test('a client secret for Apple is a signed JWT whose header has its type, algorithm and key', async () => {
  const { dataDir, remove } = await copySample('magazine')
  const server = await startServer({ dataDir })
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = {
    clientId: 'example.app',
    teamId: 'team000001',
    keyId: 'key0000001',
    duration: 60,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
  const token = signToken(dataDir, 'auth', 'admin')
  const response = await askApi(server.port, 'POST', '/api/settings/apple/generate-client-secret', { token, body })
  await server.stop()
  await remove()
  expect(response.status).toBe(200)
  const [header, claims, signature = ''] = String(response.json.secret).split('.')
  expect(decode(header)).toEqual({ alg: 'ES256', typ: 'JWT', kid: 'key0000001' })
  expect(decode(claims)).toMatchObject({ iss: 'team000001', sub: 'example.app' })
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
})
