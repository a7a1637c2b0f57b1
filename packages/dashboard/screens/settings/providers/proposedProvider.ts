import type { Provider, ProviderName } from '@coffer/schema'
import type { Tree } from '../form/settingPath.ts'
import { providerForm } from './providerForms.ts'

/** Returns the values that a provider's form suggests. A provider without a client id is enabled, since the user wants to set it up. */
export function proposedProvider({ clientId, displayName, pkce }: Provider, name: ProviderName): Tree {
  const form = providerForm(name)
  return {
    ...(clientId === '' && { enabled: true }),
    ...(displayName === '' && form.displayName !== undefined && { displayName: form.displayName }),
    ...(pkce === null && form.hasPkce && { pkce: true }),
  }
}
