import { type Settings, settings } from '@coffer/schema'
import type { FixedSetting } from '../config/config.ts'
import { decrypt, encrypt } from '../crypto/encryption.ts'
import { randomId } from '../crypto/randomText.ts'
import type { Engine, Reader, Transaction } from '../db/engine.ts'
import { sql } from '../db/sql.ts'
import { badRequest } from '../errors/ApiError.ts'
import { now } from '../runtime/now.ts'
import { defaultSettings, withSecrets } from './defaultSettings.ts'
import { assertFixedUnchanged, withFixedSettings, withoutFixedSettings } from './fixedSettings.ts'
import { secretOfThisStart } from './startSecret.ts'

/** The stored settings, or the reason why they cannot be read. */
export type StoredSettings = { settings: Settings } | { problem: string }

const parseObject = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

const decryptOr = (sealed: string, encryptionKey: string, otherwise: string): string => {
  try {
    return decrypt(sealed, encryptionKey)
  } catch {
    return otherwise
  }
}

const parse = (text: string, encryptionKey: string): StoredSettings => {
  const plain = parseObject(text)
  if (!plain && encryptionKey === '') return { problem: 'they are encrypted and no key was given with --encryptionEnv' }
  const object = plain ?? parseObject(decryptOr(text, encryptionKey, ''))
  if (!object) return { problem: 'they are encrypted with another key than the one given with --encryptionEnv' }
  const read = settings.safeParse(object)
  return read.success ? { settings: read.data } : { problem: read.problem }
}

/** Reads the stored settings: plain JSON, or encrypted with the given key. Missing values get their defaults. */
export const readStoredSettings = async (reader: Reader, encryptionKey: string): Promise<StoredSettings> => {
  const row = await reader.row(sql`SELECT value FROM _params WHERE key = 'settings'`)
  return row ? parse(String(row[0]), encryptionKey) : { settings: settings.parse({}) }
}

const insert = async (transaction: Transaction, value: string): Promise<void> => {
  const time = now()
  await transaction.run(sql`INSERT INTO _params (id, key, value, created, updated)
    VALUES (${randomId()}, 'settings', ${value}, ${time}, ${time})`)
}

/** Stores the settings of a new directory as plain JSON. They are encrypted when they are saved for the first time. */
export const insertSettings = (transaction: Transaction, first: Settings): Promise<void> =>
  insert(transaction, JSON.stringify(first))

/**
 * Updates the stored settings and returns the new effective ones. They are encrypted if there is a key. Values that the environment
 * fixes are never stored.
 * @param change receives the effective settings and returns the new ones
 * @throws ApiError 400 if the change affects a fixed setting, or if the stored settings cannot be read, because overwriting them
 * would lose them
 */
export const changeSettings = (
  db: Engine,
  encryptionKey: string,
  change: (effective: Settings) => Settings,
  fixed?: readonly FixedSetting[],
): Promise<Settings> =>
  db.transaction(async transaction => {
    const stored = await readStoredSettings(transaction, encryptionKey)
    if ('problem' in stored) {
      throw badRequest(`The stored settings cannot be read, so they are not replaced: ${stored.problem}.`)
    }
    const before = withSecrets(stored.settings, secretOfThisStart)
    const effective = withFixedSettings(before, fixed)
    const changed = change(effective)
    assertFixedUnchanged(changed, effective, fixed)
    const json = JSON.stringify(withoutFixedSettings(changed, before, fixed))
    const value = encryptionKey === '' ? json : encrypt(json, encryptionKey)
    const moment = now()
    const { changes } = await transaction.run(
      sql`UPDATE _params SET value = ${value}, updated = CASE WHEN updated > ${moment} THEN updated ELSE ${moment} END WHERE key = 'settings'`,
    )
    if (changes === 0) await insert(transaction, value)
    return changed
  })

/**
 * Returns the effective settings: the stored ones with those that the environment fixes. If the stored ones cannot be read (missing or wrong key), the server uses defaults with temporary
 * secrets and does not change the stored ones.
 */
export const loadSettings = async (reader: Reader, encryptionKey: string, fixed?: readonly FixedSetting[]): Promise<Settings> => {
  const stored = await readStoredSettings(reader, encryptionKey)
  const readable = 'problem' in stored ? defaultSettings(secretOfThisStart) : withSecrets(stored.settings, secretOfThisStart)
  return withFixedSettings(readable, fixed)
}
