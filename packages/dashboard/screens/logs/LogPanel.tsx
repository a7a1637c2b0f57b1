import { Button, Panel, Skeleton, useToasts } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { isSilent } from '../../queries/connection/failure.ts'
import { type Log, logQuery } from '../../queries/logs.ts'
import type { CloseLayer } from '../../shell/address/addressLayers.ts'
import { Neighbors } from '../../table/Neighbors.tsx'
import { codeAddress } from './codeAddress.ts'
import { downloadLogs } from './downloadLogs.ts'
import { LogDetails } from './LogDetails.tsx'
import styles from './LogPanel.module.css'
import { WhyLink } from './WhyLink.tsx'

interface LogPanelProps {
  /** Id of the entry in the URL. */
  logId: string | undefined
  /** Loaded entries of the list, which need no further request. */
  logs: readonly Log[]
  onReplace: (id: string) => void
  onClose: CloseLayer
}

/** Panel with one log entry. */
export function LogPanel({ logId, logs, onReplace, onClose }: LogPanelProps) {
  const toasts = useToasts()
  const place = logs.findIndex(({ id }) => id === logId)
  const listed = logs[place]
  const { data: fetched, error } = useQuery({ ...logQuery(logId ?? ''), enabled: logId !== undefined && !listed })
  const log = listed ?? fetched
  // Keeps showing the last entry during the closing animation.
  const [shown, setShown] = useState(log)
  if (logId !== undefined && shown !== log) setShown(log)

  const closeAfterFailure = useEffectEvent((failure: Error) => {
    console.error("Couldn't load the log entry.", failure)
    toasts.error(`Unable to load log with id "${logId}"`)
    onClose({ isSafe: true })
  })
  useEffect(() => {
    if (error !== null && logId !== undefined && !isSilent(error)) closeAfterFailure(error)
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
          {shown && <WhyLink log={shown} />}
          {shown && <CodeLink log={shown} />}
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

/** Link from an entry with the error of a hook, a route or a job to what has written it. */
function CodeLink({ log }: { log: Log }) {
  const address = codeAddress(log)
  return address === undefined ? null : <a href={address}>Code</a>
}
