import { cofferSettings, type Settings, settings, tokenKinds } from '@coffer/schema'
import type { Config } from '../config/config.ts'
import { randomSecret } from '../crypto/randomText.ts'

const secretLength = 50

/** Returns the default settings. Token secrets are created with `secret`, by default at random. */
export function defaultSettings(secret: (kind: string) => string = () => randomSecret(secretLength)): Settings {
  return withSecrets(settings.parse({}), secret)
}

/** Returns the settings of a new installation. */
export function firstSettings({ firstDialect = 'v022' }: Pick<Config, 'firstDialect'>): Settings {
  const settings = defaultSettings()
  return firstDialect === 'v022' ? settings : { ...settings, coffer: { ...cofferSettings(settings), dialect: firstDialect } }
}

/** Generates the missing token secrets. */
export function withSecrets(known: Settings, secret: (kind: string) => string): Settings {
  const complete = { ...known }
  for (const kind of tokenKinds) {
    if (known[kind].secret === '') complete[kind] = { ...known[kind], secret: secret(kind) }
  }
  return complete
}
