import type { Settings } from '@coffer/schema'
import type { Config } from '../config/config.ts'
import type { Reader } from '../db/engine.ts'
import { type SiteSettings, siteSettingsOf } from './SiteSettings.ts'
import { readStoredSettings } from './storedSettings.ts'

interface SettingsContext {
  config: Config
  db: Reader
  /** Returns the settings as of the last commit. */
  snapshot: () => Promise<{ settings: Settings }>
}

/** Creates the operations on the stored settings. */
export function createSettingsService({ config, db, snapshot }: SettingsContext) {
  return {
    /** Returns the last committed settings that the main thread uses. */
    load: async (): Promise<SiteSettings> => siteSettingsOf((await snapshot()).settings),
    /** Returns why the stored settings cannot be read; undefined if they can. */
    problem: async (): Promise<string | undefined> => {
      const stored = await readStoredSettings(db, config.encryptionKey)
      return 'problem' in stored ? stored.problem : undefined
    },
  }
}
