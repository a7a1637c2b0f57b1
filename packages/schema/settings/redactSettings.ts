import { mapSecrets } from './mapSecrets.ts'
import type { Settings } from './Settings.ts'

/** What an answer shows in place of a secret. */
export const mask = '******'

/** The settings as the API shows them: every secret that is set is replaced by a mask, an empty one stays empty. */
export const redactSettings = (settings: Settings): Settings =>
  mapSecrets(settings, settings, secret => (secret === '' ? '' : mask))
