import { expect, test } from 'vitest'
import { hashPassword, unknownPasswordHash, verifyPassword } from './passwords.ts'

test('a password is hashed in the format of PocketBase 0.22', async () => {
  expect(await hashPassword('open sesame')).toMatch(/^\$2a\$12\$[./A-Za-z0-9]{53}$/)
})

test('two hashes of the same password differ, and both match it', async () => {
  const hashes = await Promise.all([hashPassword('open sesame'), hashPassword('open sesame')])
  expect(hashes[0]).not.toBe(hashes[1])
  expect(await Promise.all(hashes.map(hash => verifyPassword('open sesame', hash)))).toEqual([true, true])
})

test.each([
  ['of 72 bytes', 'é'.repeat(36), `${'é'.repeat(35)}ee`],
  ['that contains a NUL', 'open\0sesame', 'open\0door'],
  ['that differs only in case', 'open', 'Open'],
])('a password %s matches only its own hash', async (_, password, other) => {
  const hash = await hashPassword(password)
  expect([await verifyPassword(password, hash), await verifyPassword(other, hash)]).toEqual([true, false])
})

test.each([
  '$2a$12$C6UzMDM.H6dfI/f/IKcEeO5h9S1xCkXlHqyqrxnJPtC1KWwMdvSM',
  '$2x$10$C6UzMDM.H6dfI/f/IKcEeO5h9S1xCkXlHqyqrxnJPtC1KWwMdvSM6',
  'plain text',
  '',
  undefined,
])('no password matches the invalid hash %j', async hash => {
  expect(await verifyPassword('plain text', hash)).toBe(false)
})

test('the hash for auth records without a password is shared, and does not match an empty password', async () => {
  const hash = await unknownPasswordHash()
  expect([await unknownPasswordHash(), await verifyPassword('', hash)]).toEqual([hash, false])
})
