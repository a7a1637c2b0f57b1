import { useToasts } from '@coffer/ui'
import { useEffect, useEffectEvent, useRef } from 'react'
import { whenIdle } from '../../../shell/browser/whenIdle.ts'
import { changedNames, type Draft, draftOf } from '../draft/draft.ts'
import { type FormPlace, ownKeyOf } from './draftKey.ts'
import { fileIdOf } from './KeptFile.ts'
import { keepFiles } from './keepFiles.ts'
import { keepDraft, newFilesIn } from './recordDrafts.ts'

/** Milliseconds in which files that come one after another are kept together. */
const pause = 300

/** Milliseconds: it names files. */
const readingTime = 8000

interface FormValues {
  draft: Draft
  /** The values before anyone touched them. */
  untouched: Draft
  base: Draft
  /** Nothing of it is stored: what a copy began with is kept too. */
  isNew: boolean
  /** See `UnsavedChanges`. */
  newId: string | undefined
}

/** Keeps what is in a form at each change, and its new files soon after theirs; an untouched form keeps and drops nothing. */
export function useKeptDraft(place: FormPlace, { draft, untouched, base, isNew, newId }: FormValues): void {
  const toasts = useToasts()
  const isKept = useRef(true)
  const isTold = useRef(false)
  const isTouched = draft !== untouched
  const { collection, recordId } = place

  const keep = useEffectEvent(() => {
    const names = changedNames(draft, isNew ? draftOf(collection, undefined) : untouched)
    isKept.current = keepDraft(place, { names, draft, base, newId })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what makes it another draft
  useEffect(() => {
    if (isTouched) keep()
  }, [collection.id, recordId, draft, untouched, newId])

  const files = isTouched ? newFilesIn(collection, draft) : []
  const tell = useEffectEvent((failed: readonly File[]) => {
    const lost = isKept.current ? failed : files
    if (lost.length === 0 || isTold.current) return
    isTold.current = true
    toasts.warning(`${namesOf(lost)} cannot be kept with the draft. Save before you leave this page.`, { duration: readingTime })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids tell whether they are other files; saving and renaming drops a draft
  useEffect(() => {
    if (files.length === 0) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      const failed = await keepFiles(files)
      if (isCurrent) tell(failed)
    }, pause)
    return () => {
      isCurrent = false
      clearTimeout(timer)
      // Those that are wanted still, when the form goes with the session; the others are let go of.
      void keepFiles(files)
    }
  }, [files.map(fileIdOf).join(' '), recordId, untouched])

  // Another tab has taken or discarded the draft, but here it still is.
  const keepAgain = useEffectEvent(({ key, newValue }: StorageEvent) => {
    if (!isTouched || newValue !== null || key !== ownKeyOf(place)) return
    keep()
    // By then the other tab has let go of the files.
    if (files.length > 0) setTimeout(() => void keepFiles(files), pause)
  })
  useEffect(() => {
    const heed = (event: StorageEvent) => keepAgain(event)
    window.addEventListener('storage', heed)
    return () => window.removeEventListener('storage', heed)
  }, [])

  // What crashed tabs left behind.
  useEffect(() => whenIdle(() => void keepFiles([])), [])
}

const namesOf = (files: readonly File[]): string => files.map(({ name }) => `"${name}"`).join(', ')
