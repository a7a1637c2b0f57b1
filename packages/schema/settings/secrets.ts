import { providerKeys } from './providers.ts'
import type { Settings } from './Settings.ts'
import { tokenKinds } from './tokens.ts'

/** Replaces each secret of the settings. `change` also receives the corresponding secret of the `other` settings. */
function mapSecrets(settings: Settings, other: Settings, change: (secret: string, other: string) => string): Settings {
  const { smtp, s3, backups } = settings
  const mapped: Settings = {
    ...settings,
    smtp: { ...smtp, password: change(smtp.password, other.smtp.password) },
    s3: { ...s3, secret: change(s3.secret, other.s3.secret) },
    backups: { ...backups, s3: { ...backups.s3, secret: change(backups.s3.secret, other.backups.s3.secret) } },
  }
  for (const kind of tokenKinds) {
    mapped[kind] = { ...settings[kind], secret: change(settings[kind].secret, other[kind].secret) }
  }
  for (const key of providerKeys) {
    mapped[key] = { ...settings[key], clientSecret: change(settings[key].clientSecret, other[key].clientSecret) }
  }
  return mapped
}

/** Replaces secrets in responses. */
export const mask = '******'

/** Masks every secret of the settings for a response of 0.22, without what 0.22 does not have. Empty secrets stay empty. */
export function redactSettings({ coffer: _, ...settings }: Settings): Settings {
  return mapSecrets(settings, settings, secret => (secret === '' ? '' : mask))
}

/** Returns the settings with the mask in the place of every secret, whether it is empty or not. */
export function maskedWhereSecret(settings: Settings): Settings {
  return mapSecrets(settings, settings, () => mask)
}

/** Restores the stored secret wherever a client sent the mask back. */
export function unmaskSettings(settings: Settings, stored: Settings): Settings {
  return mapSecrets(settings, stored, (secret, kept) => (secret === mask ? kept : secret))
}
