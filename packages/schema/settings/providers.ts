import { z } from 'zod'
import { collectIssues, required, type SettingsIssues, urlFormat } from './rules.ts'

/** The OAuth2 providers in the order of the wire. */
export const providerNames = [
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

export type ProviderName = (typeof providerNames)[number]
export type ProviderKey = `${ProviderName}Auth`

export const providerKeys = providerNames.map((name): ProviderKey => `${name}Auth`)

/** How accounts sign in through one provider. Empty addresses and a null `pkce` stand for the provider's own. */
export const provider = z.object({
  enabled: z.boolean().default(false),
  clientId: z.string().default(''),
  clientSecret: z.string().default(''),
  authUrl: z.string().default(''),
  tokenUrl: z.string().default(''),
  userApiUrl: z.string().default(''),
  displayName: z.string().default(''),
  pkce: z.boolean().nullable().default(null),
})

export type Provider = z.output<typeof provider>

export const providersShape = Object.fromEntries(providerKeys.map(key => [key, provider.prefault({})])) as Record<
  ProviderKey,
  z.ZodPrefault<typeof provider>
>

/** Kept for clients of older servers and stored as it is; each auth collection has its own options since. */
export const emailAuth = z.object({
  enabled: z.boolean().default(false),
  exceptDomains: z.array(z.string()).nullable().default(null),
  onlyDomains: z.array(z.string()).nullable().default(null),
  minPasswordLength: z.int().default(0),
})

export const validateProvider = (given: Provider): SettingsIssues => {
  const needed = (text: string) => (given.enabled ? required(text) : undefined)
  return collectIssues({
    clientId: needed(given.clientId),
    clientSecret: needed(given.clientSecret),
    authUrl: urlFormat(given.authUrl),
    tokenUrl: urlFormat(given.tokenUrl),
    userApiUrl: urlFormat(given.userApiUrl),
  })
}
