import { Button, FieldFrame, Select, type SelectOption } from '@coffer/ui'
import { useState } from 'react'
import { TextField } from '../../../shell/form/TextField.tsx'
import { FieldRow } from '../form/FieldRow.tsx'
import { FlagField } from '../form/FlagField.tsx'
import { NumberField } from '../form/NumberField.tsx'
import { SecretField } from '../form/SecretField.tsx'
import type { SettingsForm } from '../form/useSettingsForm.ts'
import styles from './SmtpFields.module.css'

const encryptions: SelectOption<'auto' | 'always'>[] = [
  { value: 'auto', label: 'Auto (StartTLS)' },
  { value: 'always', label: 'Always' },
]

const methods: SelectOption<'PLAIN' | 'LOGIN'>[] = [
  { value: 'PLAIN', label: 'PLAIN (default)' },
  { value: 'LOGIN', label: 'LOGIN' },
]

/** The inputs for the SMTP server. */
export function SmtpFields({ form }: { form: SettingsForm }) {
  const [isMoreShown, setMoreShown] = useState(false)
  const { enabled, tls, authMethod } = form.draft.smtp
  const hasMoreErrors = ['smtp.tls', 'smtp.authMethod', 'smtp.localName'].some(path => form.errors[path] !== undefined)
  const isMore = isMoreShown || hasMoreErrors
  return (
    <>
      <div>
        <FlagField {...form.flag('smtp.enabled')} label="Use SMTP mail server (recommended)" />
        <p className={styles.hint}>
          Otherwise emails are sent with the "sendmail" command of this machine and are more likely to be marked as spam.
        </p>
      </div>
      {enabled && (
        <>
          <FieldRow>
            <TextField {...form.text('smtp.host')} label="SMTP server host" autoComplete="off" spellCheck={false} />
            <NumberField {...form.number('smtp.port')} label="Port" min={1} max={65535} />
          </FieldRow>
          <FieldRow>
            <TextField {...form.text('smtp.username')} label="Username" required={false} autoComplete="off" spellCheck={false} />
            <SecretField {...form.secret('smtp.password')} label="Password" required={false} />
          </FieldRow>
          <div>
            <Button size="small" aria-expanded={isMore} onClick={() => setMoreShown(!isMore)}>
              {isMore ? 'Hide more options' : 'Show more options'}
            </Button>
          </div>
          {isMore && (
            <FieldRow>
              <FieldFrame label="TLS encryption" error={form.errors['smtp.tls']} help={form.lock('smtp.tls')}>
                {({ control }) => (
                  <Select
                    {...control}
                    disabled={form.lock('smtp.tls') !== undefined}
                    options={encryptions}
                    value={tls ? 'always' : 'auto'}
                    onChange={(value: 'auto' | 'always') => form.set('smtp.tls', value === 'always')}
                  />
                )}
              </FieldFrame>
              <FieldFrame label="AUTH method" error={form.errors['smtp.authMethod']} help={form.lock('smtp.authMethod')}>
                {({ control }) => (
                  <Select
                    {...control}
                    disabled={form.lock('smtp.authMethod') !== undefined}
                    options={methods}
                    value={authMethod === 'LOGIN' ? 'LOGIN' : 'PLAIN'}
                    onChange={(value: 'PLAIN' | 'LOGIN') => form.set('smtp.authMethod', value)}
                  />
                )}
              </FieldFrame>
              <TextField
                {...form.text('smtp.localName')}
                label="EHLO/HELO domain"
                required={false}
                autoComplete="off"
                placeholder="Default to localhost"
                help="Some servers, such as the Gmail relay, reject localhost."
              />
            </FieldRow>
          )}
        </>
      )}
    </>
  )
}
