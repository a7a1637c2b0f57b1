import { mapSecrets } from './mapSecrets.ts'
import type { Settings } from './Settings.ts'

/** Replaces secrets in responses. */
export const mask = '******'

/** Masks every secret of the settings for a response. Empty secrets stay empty. */
export const redactSettings = (settings: Settings): Settings =>
  mapSecrets(settings, settings, secret => (secret === '' ? '' : mask))
