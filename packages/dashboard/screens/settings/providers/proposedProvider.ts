import type { Provider, ProviderName } from '@coffer/schema'
import type { Tree } from '../form/settingPath.ts'
import { providerForm } from './providerForms.ts'

/** What the form of a provider fills in: whoever opens one that was never set up means to use it. */
export function proposedProvider({ clientId, displayName, pkce }: Provider, name: ProviderName): Tree {
  const form = providerForm(name)
  return {
    ...(clientId === '' && { enabled: true }),
    ...(displayName === '' && form.displayName !== undefined && { displayName: form.displayName }),
    ...(pkce === null && form.hasPkce && { pkce: true }),
  }
}
