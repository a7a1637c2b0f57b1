import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copySample, type SampleCopy } from './copySample.ts'
import { queryDatabase } from './queryDatabase.ts'
import { signToken } from './signToken.ts'

let copy: SampleCopy
beforeAll(async () => {
  copy = await copySample('magazine')
})
afterAll(() => copy.remove())

const payloadOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

test('an auth record is found by email, username or id', () => {
  for (const name of ['alice', 'alice@readers.example', 'alice0000000001']) {
    expect(payloadOf(signToken(copy.dataDir, 'auth', `users:${name}`))).toMatchObject({
      type: 'authRecord',
      collectionId: '_pb_users_auth_',
      id: 'alice0000000001',
    })
  }
})

test('an admin is the first one or the given one', () => {
  expect(payloadOf(signToken(copy.dataDir, 'auth', 'admin'))).toMatchObject({ type: 'admin', id: 'admin0000000001' })
  expect(payloadOf(signToken(copy.dataDir, 'auth', 'admin:second@magazine.example')).id).toBe('admin0000000002')
})

test('the signature uses the token key and the stored secret', () => {
  const token = signToken(copy.dataDir, 'file', 'users:bob')
  const [tokenKey] = queryDatabase(copy.dataDir, 'data', "SELECT tokenKey FROM users WHERE username = 'bob'")[0] ?? []
  const [secret] = queryDatabase(copy.dataDir, 'data', "SELECT value ->> '$.recordFileToken.secret' FROM _params")[0] ?? []
  const [head, payload, seal] = token.split('.')
  expect(seal).toBe(createHmac('sha256', `${tokenKey}${secret}`).update(`${head}.${payload}`).digest('base64url'))
})

test('claims are added or replaced, and the expiration is relative to now', () => {
  const token = signToken(copy.dataDir, 'emailChange', 'users:bob', { newEmail: 'b@new.example', exp: '-60', email: 'x' })
  expect(payloadOf(token)).toMatchObject({ newEmail: 'b@new.example', email: 'x' })
  expect(payloadOf(token).exp).toBeLessThan(Date.now() / 1000)
})

test('unknown records and token types are rejected', () => {
  expect(() => signToken(copy.dataDir, 'auth', 'users:nobody')).toThrow('nobody is "users:nobody"')
  expect(() => signToken(copy.dataDir, 'verification', 'admin')).toThrow('an admin has no verification token')
})
