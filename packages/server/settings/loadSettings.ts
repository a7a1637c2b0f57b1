import type { Settings } from '@coffer/schema'
import type { Reader } from '../db/engine.ts'
import { defaultSettings, withSecrets } from './defaultSettings.ts'
import { secretOfThisStart } from './startSecret.ts'
import { readStoredSettings } from './storedSettings.ts'

/**
 * The settings to work with. When the stored ones cannot be read (no key or another one), the server runs on defaults with
 * secrets of its own, and leaves what is stored as it is.
 */
export const loadSettings = async (reader: Reader, encryptionKey: string): Promise<Settings> => {
  const stored = await readStoredSettings(reader, encryptionKey)
  return 'problem' in stored ? defaultSettings(secretOfThisStart) : withSecrets(stored.settings, secretOfThisStart)
}
