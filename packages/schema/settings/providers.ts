import { group, integer, setting } from '@coffer/fields'
import * as v from 'valibot'
import { collectIssues, type Issues } from '../issues/Issues.ts'
import { required } from '../issues/rules.ts'
import { validateUrlFormat } from './formats.ts'

/** The OAuth2 providers in the settings, which are the ones of PocketBase 0.22, in the order of the wire format. */
export const settingsProviderNames = [
  'google',
  'facebook',
  'github',
  'gitlab',
  'discord',
  'twitter',
  'microsoft',
  'spotify',
  'kakao',
  'twitch',
  'strava',
  'gitee',
  'livechat',
  'gitea',
  'oidc',
  'oidc2',
  'oidc3',
  'apple',
  'instagram',
  'vk',
  'yandex',
  'patreon',
  'mailcow',
  'bitbucket',
  'planningcenter',
] as const

/** The OAuth2 providers that only collections can have, because the settings of PocketBase 0.22 have no keys for them. */
export const newerProviderNames = ['instagram2', 'linear', 'notion', 'monday', 'lark', 'box', 'trakt', 'wakatime'] as const

/** All OAuth2 providers. */
export const providerNames = [...settingsProviderNames, ...newerProviderNames] as const

export type SettingsProviderName = (typeof settingsProviderNames)[number]
export type ProviderName = (typeof providerNames)[number]
export type ProviderKey = `${SettingsProviderName}Auth`

export const providerKeys = settingsProviderNames.map((name): ProviderKey => `${name}Auth`)

/** The settings of one OAuth2 provider. Empty URLs and `pkce: null` use the provider's defaults. */
export const provider = group({
  enabled: setting(v.boolean(), false),
  clientId: setting(v.string(), ''),
  clientSecret: setting(v.string(), ''),
  authUrl: setting(v.string(), ''),
  tokenUrl: setting(v.string(), ''),
  userApiUrl: setting(v.string(), ''),
  displayName: setting(v.string(), ''),
  pkce: setting(v.nullable(v.boolean()), null),
})

export type Provider = v.InferOutput<typeof provider>

export const providersShape = Object.fromEntries(providerKeys.map(key => [key, v.optional(provider, {})])) as Record<
  ProviderKey,
  v.OptionalSchema<typeof provider, Record<string, never>>
>

/** A legacy setting that older clients still send. It is stored and not used: each auth collection has its own options. */
export const emailAuth = group({
  enabled: setting(v.boolean(), false),
  exceptDomains: setting(v.nullable(v.array(v.string())), null),
  onlyDomains: setting(v.nullable(v.array(v.string())), null),
  minPasswordLength: setting(integer, 0),
})

export function validateProvider(given: Provider): Issues {
  const needed = (text: string) => (given.enabled ? required(text) : undefined)
  return collectIssues({
    clientId: needed(given.clientId),
    clientSecret: needed(given.clientSecret),
    authUrl: validateUrlFormat(given.authUrl),
    tokenUrl: validateUrlFormat(given.tokenUrl),
    userApiUrl: validateUrlFormat(given.userApiUrl),
  })
}
