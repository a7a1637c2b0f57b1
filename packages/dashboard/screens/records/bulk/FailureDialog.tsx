import type { ViewContext } from '@coffer/fields/ui'
import { Button, Dialog } from '@coffer/ui'
import type { BulkFailures } from './describeFailures.ts'
import { FailureList } from './FailureList.tsx'

interface FailureDialogProps {
  open: boolean
  failures: BulkFailures
  context: ViewContext
  onClose: () => void
}

/** Lists the selected records that could not be deleted, with the reasons. */
export function FailureDialog({ open, failures, context, onClose }: FailureDialogProps) {
  const count = failures.shown.length + failures.rest
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`${count} ${count === 1 ? 'record' : 'records'} could not be deleted`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <FailureList failures={failures} context={context} />
    </Dialog>
  )
}
