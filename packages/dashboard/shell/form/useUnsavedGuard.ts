import { useConfirm } from '@coffer/ui'
import { useLeaveGuard } from '../address/useLeaveGuard.ts'

const leavePage = 'You have unsaved changes. Do you really want to leave the page?'

/** Asks before the user leaves an address with unsaved changes or closes the tab. Calls `onLeave` if they confirm. */
export function useUnsavedGuard(hasChanges: boolean, onLeave: () => void, question = leavePage): void {
  const confirm = useConfirm()
  useLeaveGuard(hasChanges, async () => {
    const isSure = await confirm({ text: question, danger: true })
    if (isSure) onLeave()
    return isSure
  })
}
