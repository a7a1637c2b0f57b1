import { isObject } from '@coffer/fields'
import { cofferSettings } from './coffer.ts'
import { type Settings, settings } from './Settings.ts'

const defaults = settings.parse({})
const allDefaults = settings.parse({ coffer: {} })

/** Merges recursively. Keys match ignoring case; unknown keys are ignored. A null in `initial` marks keys for which null is a value. */
function merge(current: unknown, sent: unknown, initial: unknown): unknown {
  if (sent === null) return initial === null ? null : current
  if (!isObject(current) || !isObject(sent) || !isObject(initial)) return sent
  const merged = { ...current }
  const names = new Map(Object.keys(initial).map(name => [name.toLowerCase(), name]))
  for (const [key, value] of Object.entries(sent)) {
    const name = names.get(key.toLowerCase())
    if (name !== undefined) merged[name] = merge(merged[name], value, initial[name])
  }
  return merged
}

/**
 * Merges a client's changes into the settings: objects are merged, lists replaced, and null is ignored for keys that cannot be null.
 * What PocketBase 0.22 does not have stays.
 * @throws when a value has the wrong type
 */
export function mergeSettings(current: Settings, sent: unknown): Settings {
  return settings.parse(merge(current, sent, defaults))
}

/** Merges changes like `mergeSettings`, also of what PocketBase 0.22 does not have. */
export function mergeAllSettings(current: Settings, sent: unknown): Settings {
  return settings.parse(merge({ ...current, coffer: cofferSettings(current) }, sent, allDefaults))
}
