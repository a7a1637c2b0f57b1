import type { Settings } from '@coffer/schema'
import { useId } from 'react'
import { TextField } from '../../../shell/form/TextField.tsx'
import { FieldRow } from '../form/FieldRow.tsx'
import { FlagField } from '../form/FlagField.tsx'
import { SettingsFormCard } from '../form/SettingsFormCard.tsx'
import { useSettingsForm } from '../form/useSettingsForm.ts'
import { WithSettings } from '../form/WithSettings.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { AdminAddressesCard } from './AdminAddressesCard.tsx'
import styles from './ApplicationPage.module.css'
import { DialectCard } from './DialectCard.tsx'

/** Settings of the application: name, URL, and whether the dashboard shows the controls that change collections. */
export function ApplicationPage() {
  return (
    <SettingsFrame title="Application">
      <WithSettings>
        {settings => (
          <>
            <ApplicationForm settings={settings} />
            <AdminAddressesCard />
            <DialectCard />
          </>
        )}
      </WithSettings>
    </SettingsFrame>
  )
}

function ApplicationForm({ settings }: { settings: Settings }) {
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
          help="Public URL of this server. Links in emails start with it."
        />
      </FieldRow>
      <div>
        <FlagField
          {...form.flag('meta.hideControls')}
          label="Hide collection create and edit controls"
          aria-describedby={hintId}
        />
        <p id={hintId} className={styles.hint}>
          Prevents accidental changes to collections, for example in production. The API still allows changes.
        </p>
      </div>
    </SettingsFormCard>
  )
}
