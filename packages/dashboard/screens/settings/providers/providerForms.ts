import {
  blank,
  newerProviderNames,
  type Provider,
  type ProviderKey,
  type ProviderName,
  type Settings,
  type SettingsProviderName,
} from '@coffer/schema'
import type { FieldErrors } from '../../../queries/connection/failure.ts'
import type { Tree } from '../form/settingPath.ts'

interface Endpoint {
  name: 'authUrl' | 'tokenUrl' | 'userApiUrl'
  label: string
  placeholder?: string
}

/** The fields of a provider's form besides the client id and secret. */
export interface ProviderForm {
  endpoints?: { title: string; isOptional?: true; fields: readonly Endpoint[] }
  /** Default display name, for providers whose name can be chosen. */
  displayName?: string
  hasPkce?: true
  makesSecret?: true
}

const threeUrls: readonly Endpoint[] = [
  { name: 'authUrl', label: 'Auth URL' },
  { name: 'tokenUrl', label: 'Token URL' },
  { name: 'userApiUrl', label: 'User API URL' },
]

const tenant = 'https://login.microsoftonline.com/YOUR_DIRECTORY_TENANT_ID/oauth2/v2.0'
const larkUrls: readonly Endpoint[] = [
  { name: 'authUrl', label: 'Auth URL', placeholder: 'https://accounts.larksuite.com/open-apis/authen/v1/authorize' },
  { name: 'tokenUrl', label: 'Token URL', placeholder: 'https://open.larksuite.com/open-apis/authen/v2/oauth/token' },
  { name: 'userApiUrl', label: 'User API URL', placeholder: 'https://open.larksuite.com/open-apis/authen/v1/user_info' },
]

const selfHosted: ProviderForm = { endpoints: { title: 'Self-hosted endpoints (optional)', isOptional: true, fields: threeUrls } }
const openId: ProviderForm = { displayName: 'OIDC', hasPkce: true, endpoints: { title: 'Endpoints', fields: threeUrls } }

const forms: Partial<Record<ProviderName, ProviderForm>> = {
  apple: { makesSecret: true },
  microsoft: {
    endpoints: {
      title: 'Azure AD endpoints',
      fields: [
        { name: 'authUrl', label: 'Auth URL', placeholder: `${tenant}/authorize` },
        { name: 'tokenUrl', label: 'Token URL', placeholder: `${tenant}/token` },
      ],
    },
  },
  gitlab: selfHosted,
  gitea: selfHosted,
  lark: { endpoints: { title: 'Endpoints of larksuite.com (optional)', isOptional: true, fields: larkUrls } },
  mailcow: { endpoints: { title: 'Provider endpoints', fields: threeUrls } },
  oidc: openId,
  oidc2: openId,
  oidc3: openId,
}

export function providerForm(name: ProviderName): ProviderForm {
  return forms[name] ?? {}
}

/** The providers in the settings, in the order of the list. */
export const listedProviders: readonly SettingsProviderName[] = [
  ...(['apple', 'google', 'microsoft', 'yandex', 'facebook', 'instagram', 'github', 'gitlab', 'bitbucket'] as const),
  ...(['gitee', 'gitea', 'discord', 'twitter', 'kakao', 'vk', 'spotify', 'twitch', 'patreon', 'strava', 'livechat'] as const),
  ...(['mailcow', 'planningcenter', 'oidc', 'oidc2', 'oidc3'] as const),
]

/** The providers that a collection can have, in the order of the menu. */
export const providersOfCollections: readonly ProviderName[] = [...listedProviders, ...newerProviderNames]

export function keyOf(name: SettingsProviderName): ProviderKey {
  return `${name}Auth`
}

/** Validates the fields that only some providers require when enabled. The server does not check them. */
export function checkProvider(draft: Settings, name: SettingsProviderName): FieldErrors {
  const key = keyOf(name)
  if (!draft[key].enabled) return {}
  const { endpoints, displayName } = providerForm(name)
  const needed = [
    ...(endpoints && !endpoints.isOptional ? endpoints.fields.map(field => field.name) : []),
    ...(displayName === undefined ? [] : (['displayName'] as const)),
  ]
  return Object.fromEntries(needed.filter(field => draft[key][field] === '').map(field => [`${key}.${field}`, blank.message]))
}

/** Returns the values that a provider's form suggests. A provider without a client id is enabled, since the user wants to set it up. */
export function proposedProvider({ clientId, displayName, pkce }: Provider, name: ProviderName): Tree {
  const form = providerForm(name)
  return {
    ...(clientId === '' && { enabled: true }),
    ...(displayName === '' && form.displayName !== undefined && { displayName: form.displayName }),
    ...(pkce === null && form.hasPkce && { pkce: true }),
  }
}
