import { type Settings, settings } from './Settings.ts'

const defaults = settings.parse({})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keys match in any case, unknown ones are ignored. `initial` tells by a null where null is a value and not nothing. */
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
 * Lays what a client sent over settings: objects merge, lists replace, null leaves what cannot be null.
 * @throws when a value has a wrong type
 */
export const mergeSettings = (current: Settings, sent: unknown): Settings => settings.parse(merge(current, sent, defaults))
