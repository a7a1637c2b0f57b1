import { WithSettings } from '../form/WithSettings.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { StorageForm } from './StorageForm.tsx'

/** Where the files of records are kept. */
export function StoragePage() {
  return (
    <SettingsFrame title="Files storage">
      <WithSettings>{settings => <StorageForm settings={settings} />}</WithSettings>
    </SettingsFrame>
  )
}
