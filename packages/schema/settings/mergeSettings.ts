import { isObject } from '@coffer/fields'
import { type Settings, settings } from './Settings.ts'

const defaults = settings.parse({})

/** Merges recursively. Keys match ignoring case; unknown keys are ignored. A null in `initial` marks keys for which null is a value. */
const merge = (current: unknown, sent: unknown, initial: unknown): unknown => {
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
 * @throws when a value has the wrong type
 */
export const mergeSettings = (current: Settings, sent: unknown): Settings => settings.parse(merge(current, sent, defaults))
