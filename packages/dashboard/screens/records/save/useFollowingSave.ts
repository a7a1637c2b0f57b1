import { useEffect, useState } from 'react'

interface FollowingSave {
  /** Remembers a save that was asked for while one is on its way. */
  ask: (keepsOpen: boolean) => void
  /** The one on its way was stored, and the form is filled with it. */
  start: () => void
  /** It was not stored: nothing follows it. */
  drop: () => void
}

/** Saves what was typed during a save, when that was asked for then: its message would seem to tell of all that is in the form. */
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
