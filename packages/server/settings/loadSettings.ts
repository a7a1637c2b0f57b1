import type { Settings } from '@coffer/schema'
import type { Reader } from '../db/engine.ts'
import { defaultSettings, withSecrets } from './defaultSettings.ts'
import { secretOfThisStart } from './startSecret.ts'
import { readStoredSettings } from './storedSettings.ts'

/**
 * Returns the effective settings. If the stored ones cannot be read (missing or wrong key), the server uses defaults with temporary
 * secrets and does not change the stored ones.
 */
export const loadSettings = async (reader: Reader, encryptionKey: string): Promise<Settings> => {
  const stored = await readStoredSettings(reader, encryptionKey)
  return 'problem' in stored ? defaultSettings(secretOfThisStart) : withSecrets(stored.settings, secretOfThisStart)
}
