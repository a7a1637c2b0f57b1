import { useToasts } from '@coffer/ui'
import { useEffect, useEffectEvent, useRef } from 'react'
import { whenIdle } from '../../../shell/browser/whenIdle.ts'
import { changedNames, type Draft, draftOf } from '../draft/draft.ts'
import { draftKeyOf, type FormScope } from './draftKey.ts'
import { fileIdOf } from './filePlaceholders.ts'
import { newFilesIn, storeDraft } from './recordDrafts.ts'
import { syncDraftFiles } from './syncDraftFiles.ts'

/** Delay that stores files chosen in quick succession together. */
const storeDelayMs = 300

/** Longer than the default, since the warning lists file names. */
const warningDurationMs = 8000

interface FormValues {
  draft: Draft
  /** The initial values. */
  untouched: Draft
  base: Draft
  /** Whether the record does not exist yet. A draft of it then includes the initial values of a copy. */
  isNew: boolean
  /** See `UnsavedChanges`. */
  newId: string | undefined
}

/** Stores the draft at each change of a form, and its new files shortly after. An untouched form stores and deletes nothing. */
export function useDraftStorage(scope: FormScope, { draft, untouched, base, isNew, newId }: FormValues): void {
  const toasts = useToasts()
  const isStored = useRef(true)
  const hasWarned = useRef(false)
  const isTouched = draft !== untouched
  const { collection, recordId } = scope

  const store = useEffectEvent(() => {
    const names = changedNames(draft, isNew ? draftOf(collection, undefined) : untouched)
    isStored.current = storeDraft(scope, { names, draft, base, newId })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: these values identify the draft
  useEffect(() => {
    if (isTouched) store()
  }, [collection.id, recordId, draft, untouched, newId])

  const files = isTouched ? newFilesIn(collection, draft) : []
  const warn = useEffectEvent((failed: readonly File[]) => {
    const lost = isStored.current ? failed : files
    if (lost.length === 0 || hasWarned.current) return
    hasWarned.current = true
    toasts.warning(`Couldn't store ${namesOf(lost)} with the draft. Save before you leave this page.`, {
      duration: warningDurationMs,
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids identify the files; saves and a new record id delete the draft
  useEffect(() => {
    if (files.length === 0) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      const failed = await syncDraftFiles(files)
      if (isCurrent) warn(failed)
    }, storeDelayMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
      // Stores pending files if the session ends, and deletes files that the draft no longer references.
      void syncDraftFiles(files)
    }
  }, [files.map(fileIdOf).join(' '), recordId, untouched])

  // Stores the draft again if another tab has restored or discarded it while this form is still open.
  const storeAgain = useEffectEvent(({ key, newValue }: StorageEvent) => {
    if (!isTouched || newValue !== null || key !== draftKeyOf(scope)) return
    store()
    // Waits until the other tab has deleted the files.
    if (files.length > 0) setTimeout(() => void syncDraftFiles(files), storeDelayMs)
  })
  useEffect(() => {
    const listener = (event: StorageEvent) => storeAgain(event)
    window.addEventListener('storage', listener)
    return () => window.removeEventListener('storage', listener)
  }, [])

  // Deletes the files that crashed tabs have left behind.
  useEffect(() => whenIdle(() => void syncDraftFiles([])), [])
}

const namesOf = (files: readonly File[]): string => files.map(({ name }) => `"${name}"`).join(', ')
