import { Button, Panel, Skeleton, useToasts } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { isSilent } from '../../queries/connection/failure.ts'
import { type Log, logQuery } from '../../queries/logs.ts'
import type { CloseLayer } from '../../shell/address/addressLayers.ts'
import { Neighbors } from '../../table/Neighbors.tsx'
import { downloadLogs } from './downloadLogs.ts'
import { LogDetails } from './LogDetails.tsx'
import styles from './LogPanel.module.css'

interface LogPanelProps {
  /** The entry in the address. */
  logId: string | undefined
  /** Those that the list shows: they need not be asked for again. */
  logs: readonly Log[]
  onReplace: (id: string) => void
  onClose: CloseLayer
}

/** One entry of the log, whole. */
export function LogPanel({ logId, logs, onReplace, onClose }: LogPanelProps) {
  const toasts = useToasts()
  const place = logs.findIndex(({ id }) => id === logId)
  const listed = logs[place]
  const { data: fetched, error } = useQuery({ ...logQuery(logId ?? ''), enabled: logId !== undefined && !listed })
  const log = listed ?? fetched
  // While the panel slides out it still shows what it showed.
  const [shown, setShown] = useState(log)
  if (logId !== undefined && shown !== log) setShown(log)

  const giveUp = useEffectEvent((failure: Error) => {
    console.error('A log could not be loaded.', failure)
    toasts.error(`Unable to load log with id "${logId}"`)
    onClose({ isSafe: true })
  })
  useEffect(() => {
    if (error !== null && logId !== undefined && !isSilent(error)) giveUp(error)
  }, [error, logId])

  return (
    <Panel
      open={logId !== undefined}
      onCloseRequest={() => onClose()}
      title="Request log"
      rememberAs="log"
      width={700}
      actions={<Neighbors labels={['Newer log', 'Older log']} rows={logs} id={logId} onOpen={onReplace} />}
      footer={
        <>
          <Button variant="quiet" onClick={() => onClose()}>
            Close
          </Button>
          <Button variant="primary" icon={Download} disabled={shown === undefined} onClick={() => shown && downloadLogs([shown])}>
            Download as JSON
          </Button>
        </>
      }
    >
      {shown ? (
        <LogDetails key={shown.id} log={shown} />
      ) : (
        <div className={styles.waiting} role="status" aria-label="Loading the log...">
          <Skeleton width="40%" />
          <Skeleton width="25%" />
          <Skeleton width="60%" />
          <Skeleton width="50%" />
        </div>
      )}
    </Panel>
  )
}
