import { providerKeys } from './providers.ts'
import type { Settings } from './Settings.ts'
import { tokenKinds } from './tokens.ts'

/** What an answer shows in place of a secret. */
export const mask = '******'

const hide = (secret: string): string => (secret === '' ? '' : mask)

/** The settings as the API shows them: every secret that is set is replaced by a mask, an empty one stays empty. */
export const redactSettings = (settings: Settings): Settings => {
  const shown: Settings = {
    ...settings,
    smtp: { ...settings.smtp, password: hide(settings.smtp.password) },
    s3: { ...settings.s3, secret: hide(settings.s3.secret) },
    backups: { ...settings.backups, s3: { ...settings.backups.s3, secret: hide(settings.backups.s3.secret) } },
  }
  for (const kind of tokenKinds) shown[kind] = { ...settings[kind], secret: hide(settings[kind].secret) }
  for (const key of providerKeys) shown[key] = { ...settings[key], clientSecret: hide(settings[key].clientSecret) }
  return shown
}
