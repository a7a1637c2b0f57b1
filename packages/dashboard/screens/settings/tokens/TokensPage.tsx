import { WithSettings } from '../form/WithSettings.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { TokensForm } from './TokensForm.tsx'

/** Settings for the validity of tokens. */
export function TokensPage() {
  return (
    <SettingsFrame title="Token options">
      <WithSettings>{settings => <TokensForm settings={settings} />}</WithSettings>
    </SettingsFrame>
  )
}
