import { WithSettings } from '../form/WithSettings.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { ApplicationForm } from './ApplicationForm.tsx'

/** Settings of the application: name, URL, and whether the dashboard shows the controls that change collections. */
export function ApplicationPage() {
  return (
    <SettingsFrame title="Application">
      <WithSettings>{settings => <ApplicationForm settings={settings} />}</WithSettings>
    </SettingsFrame>
  )
}
