import { WithSettings } from '../form/WithSettings.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { StorageForm } from './StorageForm.tsx'

/** Settings for where uploaded files are stored. */
export function StoragePage() {
  return (
    <SettingsFrame title="Files storage">
      <WithSettings>{settings => <StorageForm settings={settings} />}</WithSettings>
    </SettingsFrame>
  )
}
