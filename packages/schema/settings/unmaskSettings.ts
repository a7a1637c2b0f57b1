import { mapSecrets } from './mapSecrets.ts'
import { mask } from './redactSettings.ts'
import type { Settings } from './Settings.ts'

/** Restores the stored secret wherever a client sent the mask back. */
export const unmaskSettings = (settings: Settings, stored: Settings): Settings =>
  mapSecrets(settings, stored, (secret, kept) => (secret === mask ? kept : secret))
