import type { Settings } from '@coffer/schema'
import { Button } from '@coffer/ui'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useOpening } from '../../../shell/address/useOpening.ts'
import { TextField } from '../../../shell/form/TextField.tsx'
import { FieldRow } from '../form/FieldRow.tsx'
import { SettingsFormCard } from '../form/SettingsFormCard.tsx'
import { useSettingsForm } from '../form/useSettingsForm.ts'
import { WithSettings } from '../form/WithSettings.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { mailTemplates } from './mailTemplates.ts'
import { SmtpFields } from './SmtpFields.tsx'
import { TemplateFields } from './TemplateFields.tsx'
import { TestEmailDialog } from './TestEmailDialog.tsx'

/** Settings for emails: sender, templates and SMTP server. */
export function MailPage() {
  return (
    <SettingsFrame title="Mail settings">
      <WithSettings>{settings => <MailForm settings={settings} />}</WithSettings>
    </SettingsFrame>
  )
}

function MailForm({ settings }: { settings: Settings }) {
  const [isTesting, setTesting] = useState(false)
  const opening = useOpening(isTesting)
  const form = useSettingsForm({
    settings,
    shown: ['meta.senderName', 'meta.senderAddress', ...mailTemplates.map(({ key }) => `meta.${key}`), 'smtp'],
    successMessage: 'Successfully saved mail settings.',
  })
  return (
    <>
      <SettingsFormCard
        form={form}
        intro="Configure common settings for sending emails."
        idle={
          <Button icon={MailCheck} onClick={() => setTesting(true)}>
            Send test email
          </Button>
        }
      >
        <FieldRow>
          <TextField {...form.text('meta.senderName')} label="Sender name" autoComplete="off" />
          <TextField {...form.text('meta.senderAddress')} label="Sender address" type="email" autoComplete="off" />
        </FieldRow>
        <div>
          {mailTemplates
            .filter(({ key }) => !settings.meta[key].hidden)
            .map(({ key, title }) => (
              <TemplateFields key={key} form={form} template={key} title={`Default "${title}" email template`} />
            ))}
        </div>
        <SmtpFields form={form} />
      </SettingsFormCard>
      <TestEmailDialog key={opening} open={isTesting} onClose={() => setTesting(false)} />
    </>
  )
}
