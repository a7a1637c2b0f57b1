import { mapSecrets } from './mapSecrets.ts'
import { mask } from './redactSettings.ts'
import type { Settings } from './Settings.ts'

/** The settings with the stored secret wherever a client sent back the mask that it was shown. */
export const unmaskSettings = (settings: Settings, stored: Settings): Settings =>
  mapSecrets(settings, stored, (secret, kept) => (secret === mask ? kept : secret))
