import { Dialog, Spinner } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../../queries/settings.ts'
import type { CloseLayer } from '../../../shell/address/addressLayers.ts'
import { useOpening } from '../../../shell/address/useOpening.ts'
import { LoadFailure } from '../../../shell/loading/LoadFailure.tsx'
import styles from './LogsSettings.module.css'
import { LogsSettingsForm } from './LogsSettingsForm.tsx'

interface LogsSettingsProps {
  open: boolean
  onClose: CloseLayer
}

/** What is logged and for how long, in a popup that the address opens. */
export function LogsSettings({ open, onClose }: LogsSettingsProps) {
  const opening = useOpening(open)
  // Whoever changes settings wants to see how they are now.
  const { data, error, isFetching, refetch } = useQuery({ ...settingsQuery, staleTime: 0, enabled: open })
  if (data) return <LogsSettingsForm key={opening} open={open} settings={data} onClose={onClose} />
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
