import type { Settings } from '@coffer/schema'
import { Button, Dialog } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { LevelsHint } from '../../../logLevels/LevelsHint.tsx'
import { invalidateLogs } from '../../../queries/logs.ts'
import type { CloseLayer } from '../../../shell/address/addressLayers.ts'
import { FlagField } from '../form/FlagField.tsx'
import { NumberField } from '../form/NumberField.tsx'
import { useSettingsForm } from '../form/useSettingsForm.ts'
import { checkLogsSettings } from './checkLogsSettings.ts'
import styles from './LogsSettings.module.css'

interface LogsSettingsFormProps {
  open: boolean
  settings: Settings
  onClose: CloseLayer
}

export function LogsSettingsForm({ open, settings, onClose }: LogsSettingsFormProps) {
  const queryClient = useQueryClient()
  const formId = useId()
  const form = useSettingsForm({
    settings,
    shown: ['logs'],
    check: checkLogsSettings,
    successMessage: 'Successfully saved logs settings.',
    onSaved: () => {
      onClose({ isSafe: true })
      void invalidateLogs(queryClient)
    },
    leaveQuestion: 'You have unsaved changes. Do you really want to discard them?',
  })
  return (
    <Dialog
      open={open}
      onClose={() => onClose()}
      title="Logs settings"
      size="small"
      footer={
        <>
          <Button variant="quiet" onClick={() => onClose()} disabled={form.isSaving}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" disabled={!form.hasChanges} loading={form.isSaving}>
            Save changes
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId} className={styles.form}>
        <NumberField
          {...form.number('logs.maxDays')}
          label="Max days retention"
          min={0}
          help={
            <>
              Set to <code>0</code> to disable logs persistence.
            </>
          }
        />
        <NumberField
          {...form.number('logs.minLevel')}
          label="Min log level"
          min={-100}
          max={100}
          help={
            <>
              Logs with level below the minimum will be ignored. <LevelsHint />
            </>
          }
        />
        <FlagField {...form.flag('logs.logIp')} label="Enable IP logging" />
      </form>
    </Dialog>
  )
}
