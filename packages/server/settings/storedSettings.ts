import { isObject } from '@coffer/fields'
import { type Settings, settings } from '@coffer/schema'
import type { FixedSetting } from '../config/config.ts'
import type { Engine, Reader, Transaction } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'
import { Rejection } from '../errors/Rejection.ts'
import { defineEvent } from '../events/defineEvent.ts'
import { tokenSecretChanged } from '../events/tokenSecretChanged.ts'
import { now } from '../runtime/now.ts'
import { defaultSettings, withSecrets } from './defaultSettings.ts'
import { assertFixedUnchanged, withFixedSettings, withoutFixedSettings } from './fixedSettings.ts'
import { type SiteSettings, siteSettingsOf } from './SiteSettings.ts'
import { openText, sealText, type Unreadable } from './sealedText.ts'
import { secretOfThisStart } from './startSecret.ts'
import { loadParam, saveParam } from './storedParams.ts'

/** The settings have changed. Another node does not send them, because they contain secrets. */
export const settingsChanged = defineEvent<SiteSettings | undefined>('settingsChanged')

/** The row of `_params` with the settings. */
const key = 'settings'

/** The stored settings, or the reason why they cannot be read: the encryption key is not the right one, or the row is damaged. */
export type StoredSettings = { settings: Settings } | Unreadable

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function parse(text: string, encryptionKey: string): StoredSettings {
  const opened = openText(text, encryptionKey)
  if ('problem' in opened) return opened
  const object = parseObject(opened.json)
  if (!object) return { problem: 'the row is damaged: it is neither a JSON object nor encrypted', cause: 'damage' }
  const read = settings.safeParse(object)
  return read.success ? { settings: read.data } : { problem: read.problem, cause: 'damage' }
}

/** Reads the stored settings: plain JSON, or encrypted with the given key. Missing values get their defaults. */
export async function readStoredSettings(reader: Reader, encryptionKey: string): Promise<StoredSettings> {
  const text = await loadParam(reader, key)
  return text === undefined ? { settings: settings.parse({}) } : parse(text, encryptionKey)
}

/** Stores the settings of a new directory as plain JSON. They are encrypted when they are saved for the first time. */
export function insertSettings(transaction: Transaction, first: Settings): Promise<void> {
  return saveParam(transaction, key, JSON.stringify(first))
}

/**
 * Updates the stored settings and returns the new effective ones. They are encrypted if there is a key. Values that the environment
 * fixes are never stored.
 * @param change receives the effective settings and returns the new ones
 * @throws Rejection if the change affects a fixed setting, or if the stored settings cannot be read, because overwriting them
 * would lose them
 */
export function changeSettings(
  db: Pick<Engine, 'transaction'>,
  encryptionKey: string,
  change: (effective: Settings) => Settings,
  fixed?: readonly FixedSetting[],
): Promise<Settings> {
  return db.transaction(async transaction => {
    const stored = await readStoredSettings(transaction, encryptionKey)
    if ('problem' in stored) {
      const message = `The stored settings cannot be read, so they are not replaced: ${stored.problem}.`
      throw new Rejection('conflict', { message })
    }
    const before = withSecrets(stored.settings, secretOfThisStart)
    const effective = withFixedSettings(before, fixed)
    const changed = change(effective)
    assertFixedUnchanged(changed, effective, fixed)
    const json = JSON.stringify(withoutFixedSettings(changed, before, fixed))
    const value = sealText(json, encryptionKey)
    const moment = now()
    const { changes } = await transaction.run(
      sql`UPDATE ${name('_params')} SET value = ${value}, updated = CASE WHEN updated > ${moment} THEN updated ELSE ${moment} END WHERE key = ${key}`,
    )
    if (changes === 0) await saveParam(transaction, key, value)
    transaction.markSettingsChanged()
    transaction.emit(settingsChanged(siteSettingsOf(changed)))
    if (changed.adminAuthToken.secret !== effective.adminAuthToken.secret) transaction.emit(tokenSecretChanged('admins'))
    if (changed.recordAuthToken.secret !== effective.recordAuthToken.secret) transaction.emit(tokenSecretChanged('authRecords'))
    return changed
  })
}

/**
 * Returns the effective settings: the stored ones with those that the environment fixes. If the stored ones cannot be read (missing or wrong key), the server uses defaults with temporary
 * secrets and does not change the stored ones.
 */
export async function loadSettings(reader: Reader, encryptionKey: string, fixed?: readonly FixedSetting[]): Promise<Settings> {
  const stored = await readStoredSettings(reader, encryptionKey)
  const readable = 'problem' in stored ? defaultSettings(secretOfThisStart) : withSecrets(stored.settings, secretOfThisStart)
  return withFixedSettings(readable, fixed)
}
