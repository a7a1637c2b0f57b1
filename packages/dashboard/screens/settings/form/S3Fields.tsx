import { TextField } from '../../../shell/form/TextField.tsx'
import { FieldRow } from './FieldRow.tsx'
import { FlagField } from './FlagField.tsx'
import { SecretField } from './SecretField.tsx'
import type { SettingsForm } from './useSettingsForm.ts'

interface S3FieldsProps {
  form: SettingsForm
  /** Path of the connection in the settings. */
  at: 's3' | 'backups.s3'
}

/** The inputs for an S3 connection. */
export function S3Fields({ form, at }: S3FieldsProps) {
  const plain = { autoComplete: 'off', spellCheck: false } as const
  return (
    <>
      <FieldRow>
        <TextField
          {...form.text(`${at}.endpoint`)}
          {...plain}
          label="Endpoint"
          inputMode="url"
          placeholder="https://s3.example.com"
        />
        <TextField {...form.text(`${at}.bucket`)} {...plain} label="Bucket" />
        <TextField {...form.text(`${at}.region`)} {...plain} label="Region" />
      </FieldRow>
      <FieldRow>
        <TextField {...form.text(`${at}.accessKey`)} {...plain} label="Access key" />
        <SecretField {...form.secret(`${at}.secret`)} label="Secret" />
      </FieldRow>
      <FlagField
        {...form.flag(`${at}.forcePathStyle`)}
        label={
          <>
            Force path-style addressing: <code>{'{endpoint}/{bucket}'}</code> instead of <code>{'{bucket}.{endpoint}'}</code>
          </>
        }
      />
    </>
  )
}
