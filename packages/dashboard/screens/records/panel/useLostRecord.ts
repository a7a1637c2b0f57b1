import { useState } from 'react'
import { statusOf } from '../../../queries/connection/failure.ts'
import type { DraftPlace } from '../keptDraft/draftKey.ts'
import { keptDrafts } from '../keptDraft/keptDrafts.ts'

/** Whether a record could not be loaded because it is no more, while there was a draft of it: what becomes of that changes nothing. */
export function useLostRecord(place: DraftPlace, error: Error | null): boolean {
  const [known, setKnown] = useState<{ error: Error | null; hasDraft: boolean }>({ error: null, hasDraft: false })
  if (known.error === error) return known.hasDraft
  const hasDraft = error !== null && statusOf(error) === 404 && keptDrafts(place).length > 0
  setKnown({ error, hasDraft })
  return hasDraft
}
