import type { Settings } from '@coffer/schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { backupsQuery } from '../../../queries/backups.ts'
import type { FieldErrors } from '../../../queries/connection/failure.ts'
import { settingsQuery } from '../../../queries/settings.ts'
import { FieldRow } from '../form/FieldRow.tsx'
import { FlagField } from '../form/FlagField.tsx'
import { NumberField } from '../form/NumberField.tsx'
import { S3Fields } from '../form/S3Fields.tsx'
import { S3Status } from '../form/S3Status.tsx'
import { SettingsFormCard } from '../form/SettingsFormCard.tsx'
import { useSettingsForm } from '../form/useSettingsForm.ts'
import { CronField, cronPresets } from './CronField.tsx'

const blank = 'Cannot be blank.'

/** The form for the schedule and the number of automatic backups, and for the backup storage. */
export function BackupOptionsForm({ settings }: { settings: Settings }) {
  const queryClient = useQueryClient()
  // An empty schedule means that automatic backups are off, so the form remembers when the input was only cleared.
  const [isEmptied, setEmptied] = useState(false)
  const form = useSettingsForm({
    settings,
    shown: ['backups'],
    check: (): FieldErrors => (isEmptied ? { 'backups.cron': blank } : {}),
    successMessage: 'Successfully saved backups options.',
    onSaved: () => {
      setEmptied(false)
      void queryClient.invalidateQueries(settingsQuery)
      void queryClient.invalidateQueries(backupsQuery)
    },
  })
  const { cron, s3 } = form.draft.backups
  const isAutomatic = cron !== '' || isEmptied
  const setAutomatic = (isOn: boolean) => {
    setEmptied(false)
    form.set('backups.cron', isOn ? settings.backups.cron || cronPresets[0].cron : '')
  }
  const cronText = form.text('backups.cron')
  return (
    <SettingsFormCard
      form={{
        ...form,
        reset: () => {
          setEmptied(false)
          form.reset()
        },
      }}
      resetLabel="Reset"
      status={settings.backups.s3.enabled && !form.hasChanges && !form.isSaving && <S3Status filesystem="backups" />}
    >
      <FlagField
        name="automatic"
        label="Enable auto backups"
        checked={isAutomatic}
        lock={cronText.lock}
        onCheckedChange={setAutomatic}
      />
      {isAutomatic && (
        <FieldRow>
          <CronField
            {...cronText}
            error={cronText.error ?? (isEmptied ? blank : undefined)}
            onValueChange={text => {
              setEmptied(text === '')
              cronText.onValueChange(text)
            }}
          />
          <NumberField {...form.number('backups.cronMaxKeep')} label="Max @auto backups to keep" min={1} />
        </FieldRow>
      )}
      <FlagField {...form.flag('backups.s3.enabled')} label="Store backups in S3 storage" />
      {s3.enabled && <S3Fields form={form} at="backups.s3" />}
    </SettingsFormCard>
  )
}
