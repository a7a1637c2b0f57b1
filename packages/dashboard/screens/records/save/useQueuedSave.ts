import { useEffect, useState } from 'react'

interface QueuedSave {
  /** Queues a save that was requested while another is running. */
  request: (keepsOpen: boolean) => void
  /** Runs the queued save: the running one has succeeded, and the form shows its result. */
  release: () => void
  /** Discards the queued save, because the running one has failed. */
  cancel: () => void
}

/**
 * Runs another save after the current one if the user saves again while it runs. Otherwise the success message would
 * seem to include what was typed since.
 */
export function useQueuedSave(isSaving: boolean, canSave: boolean, submit: (keepsOpen: boolean) => void): QueuedSave {
  const [queued, setQueued] = useState<{ keepsOpen: boolean; isDue: boolean }>()
  useEffect(() => {
    if (!queued?.isDue || isSaving) return
    setQueued(undefined)
    if (canSave) submit(queued.keepsOpen)
  })
  return {
    request: keepsOpen => setQueued({ keepsOpen, isDue: false }),
    release: () => setQueued(last => last && { ...last, isDue: true }),
    cancel: () => setQueued(undefined),
  }
}
