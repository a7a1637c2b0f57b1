import { type Settings, settings, tokenKinds } from '@coffer/schema'
import { randomSecret } from '../crypto/randomText.ts'

const secretLength = 50

/** Returns the settings of a new directory. Token secrets are created with `secret`, by default at random. */
export const defaultSettings = (secret: (kind: string) => string = () => randomSecret(secretLength)): Settings =>
  withSecrets(settings.parse({}), secret)

/** Generates the missing token secrets. */
export const withSecrets = (known: Settings, secret: (kind: string) => string): Settings => {
  const complete = { ...known }
  for (const kind of tokenKinds) {
    if (known[kind].secret === '') complete[kind] = { ...known[kind], secret: secret(kind) }
  }
  return complete
}
