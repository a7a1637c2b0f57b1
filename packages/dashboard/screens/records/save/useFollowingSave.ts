import { useEffect, useState } from 'react'

interface FollowingSave {
  /** Queues a save that was requested while another is running. */
  ask: (keepsOpen: boolean) => void
  /** Runs the queued save: the running one has succeeded, and the form shows its result. */
  start: () => void
  /** Discards the queued save, because the running one has failed. */
  drop: () => void
}

/**
 * Runs another save after the current one if the user saves again while it runs. Otherwise the success message would
 * seem to include what was typed since.
 */
export function useFollowingSave(isSaving: boolean, canSave: boolean, submit: (keepsOpen: boolean) => void): FollowingSave {
  const [asked, setAsked] = useState<{ keepsOpen: boolean; isDue: boolean }>()
  useEffect(() => {
    if (!asked?.isDue || isSaving) return
    setAsked(undefined)
    if (canSave) submit(asked.keepsOpen)
  })
  return {
    ask: keepsOpen => setAsked({ keepsOpen, isDue: false }),
    start: () => setAsked(last => last && { ...last, isDue: true }),
    drop: () => setAsked(undefined),
  }
}
