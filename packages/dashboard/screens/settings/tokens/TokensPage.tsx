import { WithSettings } from '../form/WithSettings.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { TokensForm } from './TokensForm.tsx'

/** How long each kind of token is valid. */
export function TokensPage() {
  return (
    <SettingsFrame title="Token options">
      <WithSettings>{settings => <TokensForm settings={settings} />}</WithSettings>
    </SettingsFrame>
  )
}
