import { type AuthOptions, type ConfiguredProvider, providersOf, type Settings } from '@coffer/schema'
import type { Provider } from './Provider.ts'
import { providers } from './providers.ts'

/** A provider with its configuration from the settings, or from a collection that has providers of its own. */
export interface EnabledProvider extends Provider {
  clientId: string
  clientSecret: string
}

function configure({ name, ...configured }: ConfiguredProvider): EnabledProvider {
  const { clientId, clientSecret, authURL, tokenURL, userInfoURL, displayName, pkce } = configured
  const provider = providers[name]
  return {
    ...provider,
    clientId,
    clientSecret,
    authUrl: authURL || provider.authUrl,
    tokenUrl: tokenURL || provider.tokenUrl,
    userApiUrl: userInfoURL || provider.userApiUrl,
    displayName: displayName || provider.displayName,
    pkce: pkce ?? provider.pkce,
  }
}

/** Returns the providers of a collection: its own in their order, or the providers in the settings, sorted by name. */
export function enabledProviders(options: AuthOptions, settings: Settings): EnabledProvider[] {
  return providersOf(options, settings).map(configure)
}
