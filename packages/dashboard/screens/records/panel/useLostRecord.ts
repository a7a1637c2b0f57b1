import { useState } from 'react'
import { statusOf } from '../../../queries/connection/failure.ts'
import type { DraftScope } from '../draftStorage/draftKey.ts'
import { loadDrafts } from '../draftStorage/loadDrafts.ts'

/**
 * Returns whether loading failed because the record was deleted, and a draft of it existed at that time. Deleting the draft later
 * does not change the result.
 */
export function useLostRecord(scope: DraftScope, error: Error | null): boolean {
  const [known, setKnown] = useState<{ error: Error | null; hasDraft: boolean }>({ error: null, hasDraft: false })
  if (known.error === error) return known.hasDraft
  const hasDraft = error !== null && statusOf(error) === 404 && loadDrafts(scope).length > 0
  setKnown({ error, hasDraft })
  return hasDraft
}
