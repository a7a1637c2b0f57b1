import { WithSettings } from '../form/WithSettings.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { MailForm } from './MailForm.tsx'

/** Who mails come from, what they say, and the server that sends them. */
export function MailPage() {
  return (
    <SettingsFrame title="Mail settings">
      <WithSettings>{settings => <MailForm settings={settings} />}</WithSettings>
    </SettingsFrame>
  )
}
