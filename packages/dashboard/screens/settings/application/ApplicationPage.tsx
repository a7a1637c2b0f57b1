import { WithSettings } from '../form/WithSettings.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { ApplicationForm } from './ApplicationForm.tsx'

/** What the application is called, where it lives, and whether collections may be changed in the dashboard. */
export function ApplicationPage() {
  return (
    <SettingsFrame title="Application">
      <WithSettings>{settings => <ApplicationForm settings={settings} />}</WithSettings>
    </SettingsFrame>
  )
}
