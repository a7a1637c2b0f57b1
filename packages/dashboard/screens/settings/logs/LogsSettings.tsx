import { Dialog, Spinner } from '@coffer/ui'
import type { CloseLayer } from '../../../shell/address/addressLayers.ts'
import { useOpening } from '../../../shell/address/useOpening.ts'
import { LoadFailure } from '../../../shell/loading/LoadFailure.tsx'
import { useFreshSettings } from '../form/useFreshSettings.ts'
import styles from './LogsSettings.module.css'
import { LogsSettingsForm } from './LogsSettingsForm.tsx'

interface LogsSettingsProps {
  open: boolean
  onClose: CloseLayer
}

/** The dialog for the log settings. The address controls whether it is open. */
export function LogsSettings({ open, onClose }: LogsSettingsProps) {
  const opening = useOpening(open)
  const { settings, query } = useFreshSettings(open)
  const { error, isFetching, refetch } = query
  if (settings) return <LogsSettingsForm key={opening} open={open} settings={settings} onClose={onClose} />
  return (
    <Dialog open={open} onClose={() => onClose()} title="Logs settings" size="small">
      {error ? (
        <LoadFailure noun="settings" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.waiting}>
          <Spinner size={24} label="Loading settings..." />
        </div>
      )}
    </Dialog>
  )
}
