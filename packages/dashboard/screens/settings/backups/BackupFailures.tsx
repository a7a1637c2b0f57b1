import { Alert } from '@coffer/ui'
import type { BackupOutcome, BackupState } from '../../../queries/backups.ts'

/** Shows failures that had no request to report them: of a restore after its response, and of automatic backups. */
export function BackupFailures({ state: { lastRestore, lastAutomaticBackup } }: { state: BackupState }) {
  return (
    <>
      <Failure
        outcome={lastRestore}
        title={lastRestore?.key ? `Couldn't restore ${lastRestore.key}` : "Couldn't restore a backup"}
        consequence="The data is unchanged."
      />
      <Failure
        outcome={lastAutomaticBackup}
        title="The last automatic backup failed"
        consequence="No older backup has been removed."
      />
    </>
  )
}

interface FailureProps {
  outcome: BackupOutcome | undefined
  title: string
  consequence: string
}

function Failure({ outcome, title, consequence }: FailureProps) {
  if (!outcome?.error) return null
  return (
    <Alert tone="danger" role="alert" title={title}>
      <p>
        {outcome.error} {consequence}
      </p>
      <time dateTime={outcome.finished.replace(' ', 'T')}>{outcome.finished.slice(0, 16)} UTC</time>
    </Alert>
  )
}
