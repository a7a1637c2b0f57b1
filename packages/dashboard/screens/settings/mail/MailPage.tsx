import { WithSettings } from '../form/WithSettings.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { MailForm } from './MailForm.tsx'

/** Settings for emails: sender, templates and SMTP server. */
export function MailPage() {
  return (
    <SettingsFrame title="Mail settings">
      <WithSettings>{settings => <MailForm settings={settings} />}</WithSettings>
    </SettingsFrame>
  )
}
