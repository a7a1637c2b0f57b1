import type { Settings } from '@coffer/schema'
import type { Provider } from './Provider.ts'
import { providers } from './providers.ts'

/** A provider with its configuration from the settings. */
export interface EnabledProvider extends Provider {
  clientId: string
  clientSecret: string
}

const configure = (provider: Provider, settings: Settings): EnabledProvider => {
  const { clientId, clientSecret, authUrl, tokenUrl, userApiUrl, displayName, pkce } = settings[`${provider.name}Auth`]
  return {
    ...provider,
    clientId,
    clientSecret,
    authUrl: authUrl || provider.authUrl,
    tokenUrl: tokenUrl || provider.tokenUrl,
    userApiUrl: userApiUrl || provider.userApiUrl,
    displayName: displayName || provider.displayName,
    pkce: pkce ?? provider.pkce,
  }
}

/** Returns the enabled providers, sorted by name. */
export const enabledProviders = (settings: Settings): EnabledProvider[] =>
  Object.values(providers)
    .filter(({ name }) => settings[`${name}Auth`].enabled)
    .map(provider => configure(provider, settings))
