import type { Settings } from '@coffer/schema'
import { Switch } from '@coffer/ui'
import { useId } from 'react'
import { TextField } from '../../../shell/form/TextField.tsx'
import { FieldRow } from '../form/FieldRow.tsx'
import { SettingsFormCard } from '../form/SettingsFormCard.tsx'
import { useSettingsForm } from '../form/useSettingsForm.ts'
import styles from './ApplicationForm.module.css'

export function ApplicationForm({ settings }: { settings: Settings }) {
  const form = useSettingsForm({
    settings,
    shown: ['meta.appName', 'meta.appUrl', 'meta.hideControls'],
    successMessage: 'Successfully saved application settings.',
  })
  const hintId = useId()
  return (
    <SettingsFormCard form={form}>
      <FieldRow>
        <TextField {...form.text('meta.appName')} label="Application name" autoComplete="off" />
        <TextField
          {...form.text('meta.appUrl')}
          label="Application URL"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          help="Where people reach this server: the links in mails begin with it."
        />
      </FieldRow>
      <div>
        <Switch {...form.flag('meta.hideControls')} label="Hide collection create and edit controls" aria-describedby={hintId} />
        <p id={hintId} className={styles.hint}>
          Keeps collections from being changed by accident, in a production environment for example. The API still allows it.
        </p>
      </div>
    </SettingsFormCard>
  )
}
