import { isObject } from '@coffer/fields'
import type { Issues } from '../../issues/Issues.ts'
import { mergeSettings } from '../../settings/mergeSettings.ts'
import type { Settings } from '../../settings/Settings.ts'
import { unmaskSettings } from '../../settings/secrets.ts'
import { isUnchanged } from './isUnchanged.ts'
import { unsupported } from './unsupported.ts'

type Json = Readonly<Record<string, unknown>>

/** The tokens of superusers by their keys in the collection, with their keys in the settings. */
const kinds = { authToken: 'adminAuthToken', passwordResetToken: 'adminPasswordResetToken', fileToken: 'adminFileToken' } as const

const entries = Object.entries(kinds)

/** Returns the tokens of superusers without their secrets. */
export function toSuperuserTokens(settings: Settings): Record<string, { duration: number }> {
  return Object.fromEntries(entries.map(([key, kind]) => [key, { duration: settings[kind].duration }]))
}

/** Whether a key of the collection of superusers is a token, which is part of the settings. */
export function isSuperuserToken(key: string): boolean {
  return Object.hasOwn(kinds, key)
}

/** Returns only the tokens of superusers from their collection. */
export function superuserTokensIn(body: Json): Json {
  return Object.fromEntries(Object.entries(body).filter(([key, token]) => isSuperuserToken(key) && token !== undefined))
}

/** Finds keys within the sent tokens that do not exist, which would otherwise be ignored. */
export function findTokenIssues(body: Json): Issues {
  const issues: Issues = {}
  for (const [key] of entries) {
    const token = body[key]
    const unknown = isObject(token) ? Object.keys(token).find(name => name !== 'duration' && name !== 'secret') : undefined
    if (unknown !== undefined) issues[key] = unsupported(`There is no "${key}.${unknown}". Leave it out.`)
  }
  return issues
}

/** Whether a body changes a token of superusers. */
export function changesSuperuserTokens(body: Json, present: Json): boolean {
  return entries.some(([key]) => body[key] !== undefined && !isUnchanged(body[key], present[key]))
}

/** An empty secret keeps the stored one, as in a collection. */
function withoutEmptySecret(token: unknown): unknown {
  if (!isObject(token) || token.secret !== '') return token
  const { secret: _, ...others } = token
  return others
}

/**
 * Returns the settings with the sent tokens of superusers. A secret that is masked or not sent stays.
 * @throws when a value has the wrong type
 */
export function withSuperuserTokens(settings: Settings, body: Json): Settings {
  const sent = Object.fromEntries(entries.map(([key, kind]) => [kind, withoutEmptySecret(body[key] ?? null)]))
  return unmaskSettings(mergeSettings(settings, sent), settings)
}

/** Returns the issues of settings that are about tokens of superusers, by the keys of the collection. */
export function toSuperuserTokenIssues(issues: Issues): Issues {
  return Object.fromEntries(entries.flatMap(([key, kind]) => (issues[kind] === undefined ? [] : [[key, issues[kind]]])))
}
