import { join } from 'node:path'
import { settings, tokenKinds } from '@coffer/schema'
import { afterEach, describe, expect, test } from 'vitest'
import { copySample, type SampleName } from '../../../test/harness/copySample.ts'
import { decrypt, encrypt } from '../crypto/encryption.ts'
import { name, sql } from '../db/sql.ts'
import { SqliteWriter } from '../db/sqlite/SqliteWriter.ts'
import { changeSettings, loadSettings, readStoredSettings } from './storedSettings.ts'

const key = '0123456789abcdefghijklmnopqrstuv'
const otherKey = 'vutsrqponmlkjihgfedcba9876543210'
const cleanUp: (() => Promise<void>)[] = []

async function open(sample: SampleName) {
  const copy = await copySample(sample)
  const db = new SqliteWriter(join(copy.dataDir, 'data.db'))
  cleanUp.push(async () => {
    await db.close()
    await copy.remove()
  })
  const value = async () => String((await db.row(sql`SELECT value FROM ${name('_params')} WHERE key = 'settings'`))?.[0])
  return { db, value }
}

afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step()
})

describe('encryption', () => {
  test.each([16, 24, 32])('decrypts a text with a key of %i characters', length => {
    const sealed = encrypt('Grüße {}', key.slice(0, length))
    expect(sealed).toMatch(/^[A-Za-z0-9+/]+=*$/)
    expect(decrypt(sealed, key.slice(0, length))).toBe('Grüße {}')
  })

  test('encrypts the same text differently each time', () => {
    expect(encrypt('{}', key)).not.toBe(encrypt('{}', key))
  })

  test.each(['', 'short', `${key}x`])('rejects the key %j', wrong => {
    expect(() => encrypt('{}', wrong)).toThrow('32 characters')
  })

  test('rejects a modified or truncated text', () => {
    const sealed = Buffer.from(encrypt('{"a":1}', key), 'base64')
    sealed.writeUInt8(sealed.readUInt8(14) ^ 1, 14)
    expect(() => decrypt(sealed.toString('base64'), key)).toThrow()
    expect(() => decrypt('AAAA', key)).toThrow('too short')
  })
})

describe('stored settings', () => {
  test('reads all settings of a PocketBase 0.22 directory', async () => {
    const { db, value } = await open('magazine')
    expect(await readStoredSettings(db, '')).toEqual({ settings: JSON.parse(await value()) })
  })

  test('reads encrypted settings with their key', async () => {
    const { db } = await open('encrypted')
    expect(await readStoredSettings(db, key)).toMatchObject({ settings: { meta: { appName: 'Encrypted Magazine' } } })
  })

  test.each([
    ['no key', '', 'no key was given'],
    ['another key', otherKey, 'another key'],
    ['an impossible key', 'short', 'another key'],
  ])('reports the problem with %s', async (_, given, reason) => {
    const { db } = await open('encrypted')
    expect(await readStoredSettings(db, given)).toEqual({ problem: expect.stringContaining(reason), cause: 'key' })
  })

  test.each([
    ['text that is no JSON', 'nonsense'],
    ['a number', '12'],
    ['a wrong type inside', '{"logs":{"maxDays":"many"}}'],
  ])('reports %s without crashing', async (_, stored) => {
    const { db } = await open('fresh')
    await db.transaction(transaction => transaction.run(sql`UPDATE ${name('_params')} SET value = ${stored}`))
    expect(await readStoredSettings(db, key)).toMatchObject({ problem: expect.any(String), cause: 'damage' })
  })

  test('encrypts plain settings when they are saved with a key', async () => {
    const { db, value } = await open('fresh')
    await changeSettings(db, key, stored => ({ ...stored, logs: { ...stored.logs, maxDays: 9 } }))
    expect(await value()).toMatch(/^[A-Za-z0-9+/]+=*$/)
    expect((await loadSettings(db, key)).logs.maxDays).toBe(9)
  })

  test('a rejected update does not change the stored settings', async () => {
    const { db, value } = await open('fresh')
    const before = await value()
    const refuse = () => {
      throw new Error('no')
    }
    await expect(changeSettings(db, '', refuse)).rejects.toThrow('no')
    expect(await value()).toBe(before)
  })

  test('concurrent updates are all applied', async () => {
    const { db } = await open('fresh')
    const addDay = () =>
      changeSettings(db, '', stored => ({ ...stored, logs: { ...stored.logs, maxDays: stored.logs.maxDays + 1 } }))
    const { maxDays } = (await loadSettings(db, '')).logs
    await Promise.all([addDay(), addDay(), addDay()])
    expect((await loadSettings(db, '')).logs.maxDays).toBe(maxDays + 3)
  })

  test('stores the secret that was generated for a missing one', async () => {
    const { db } = await open('fresh')
    await db.transaction(transaction =>
      transaction.run(sql`UPDATE ${name('_params')} SET value = json_remove(value, '$.recordFileToken')`),
    )
    const { recordFileToken } = await loadSettings(db, '')
    await changeSettings(db, '', stored => stored)
    expect(await readStoredSettings(db, '')).toMatchObject({ settings: { recordFileToken } })
  })

  test.each(['', otherKey])('never overwrites settings that cannot be read with the key %j', async given => {
    const { db, value } = await open('encrypted')
    const before = await value()
    await expect(changeSettings(db, given, () => settings.parse({}))).rejects.toThrow('not replaced')
    expect(await value()).toBe(before)
  })
})

describe('effective settings', () => {
  test('effective settings without the key are defaults with secrets that stay the same while the process runs', async () => {
    const { db } = await open('encrypted')
    const loaded = await loadSettings(db, '')
    expect(loaded.meta.appName).toBe('Acme')
    expect(new Set(tokenKinds.map(kind => loaded[kind].secret)).size).toBe(tokenKinds.length)
    expect(loaded.adminAuthToken.secret.length).toBeGreaterThanOrEqual(30)
    expect(await loadSettings(db, otherKey)).toEqual(loaded)
  })

  test('a group missing from the stored settings gets its defaults and a secret', async () => {
    const { db } = await open('fresh')
    await db.transaction(transaction =>
      transaction.run(sql`UPDATE ${name('_params')} SET value = json_remove(value, '$.recordFileToken', '$.s3')`),
    )
    const loaded = await loadSettings(db, '')
    expect(loaded.s3).toEqual(settings.parse({}).s3)
    expect(loaded.recordFileToken).toEqual({ duration: 120, secret: expect.stringMatching(/^.{30,300}$/) })
  })
})
