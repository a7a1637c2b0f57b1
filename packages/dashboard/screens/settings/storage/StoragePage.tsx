import type { Settings } from '@coffer/schema'
import { Alert, useToasts } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { s3TestQuery } from '../../../queries/settings.ts'
import { useFailureToast } from '../../../shell/form/useFailureToast.ts'
import { FlagField } from '../form/FlagField.tsx'
import { S3Fields } from '../form/S3Fields.tsx'
import { S3Status } from '../form/S3Status.tsx'
import { SettingsFormCard } from '../form/SettingsFormCard.tsx'
import { useSettingsForm } from '../form/useSettingsForm.ts'
import { WithSettings } from '../form/WithSettings.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'

const success = 'Successfully saved files storage settings.'

/** Settings for where uploaded files are stored. */
export function StoragePage() {
  return (
    <SettingsFrame title="Files storage">
      <WithSettings>{settings => <StorageForm settings={settings} />}</WithSettings>
    </SettingsFrame>
  )
}

function StorageForm({ settings }: { settings: Settings }) {
  const toasts = useToasts()
  const failure = useFailureToast()
  const queryClient = useQueryClient()

  const reportOutcome = async (saved: Settings) => {
    failure.clear()
    if (!saved.s3.enabled) return toasts.success(success)
    await queryClient.fetchQuery(s3TestQuery('storage')).then(
      () => toasts.success(success),
      () => failure.warn('Successfully saved but failed to establish S3 connection.'),
    )
  }
  const form = useSettingsForm({
    settings,
    shown: ['s3'],
    onSaved: saved => void reportOutcome(saved),
  })
  const isEnabled = form.draft.s3.enabled
  const isSwitched = isEnabled !== settings.s3.enabled
  return (
    <SettingsFormCard
      form={form}
      intro={
        <>
          <p>By default, uploaded files are stored in the data directory of this server.</p>
          <p>You can use S3-compatible storage instead.</p>
        </>
      }
      resetLabel="Reset"
      status={settings.s3.enabled && !form.hasChanges && !form.isSaving && <S3Status filesystem="storage" />}
    >
      <FlagField {...form.flag('s3.enabled')} label="Use S3 storage" />
      {isSwitched && <MigrationNote toS3={isEnabled} />}
      {isEnabled && <S3Fields form={form} at="s3" />}
    </SettingsFormCard>
  )
}

function MigrationNote({ toS3 }: { toS3: boolean }) {
  const [from, to] = toS3 ? ['local file system', 'S3 storage'] : ['S3 storage', 'local file system']
  const link = { target: '_blank', rel: 'noreferrer' }
  return (
    <Alert tone="warning" role="status">
      Existing uploaded files must be migrated manually from the <b>{from}</b> to the <b>{to}</b>, with tools such as{' '}
      <a {...link} href="https://github.com/rclone/rclone">
        rclone
      </a>{' '}
      or{' '}
      <a {...link} href="https://github.com/peak/s5cmd">
        s5cmd
      </a>
      .
    </Alert>
  )
}
