import type { Collection } from '@coffer/schema'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { fetchCollection } from '../../queries/collections/collections.ts'
import type { FieldErrors, IssuePositions } from '../../queries/connection/failure.ts'
import { useFieldErrors } from '../../shell/form/useFieldErrors.ts'
import { type EditedCollection, startEdit } from './edited/EditedCollection.ts'
import { rebase } from './edited/rebase.ts'
import { type EditorTab, fieldWithIssue, tabOf } from './edited/tabs.ts'
import { isChanged } from './edited/toForm.ts'

export interface CollectionForm {
  edited: EditedCollection
  /** All stored collections, by name. */
  collections: readonly Collection[]
  hasChanges: boolean
  /** Errors by path, as in `serverIssues.ts`. */
  errors: FieldErrors
  /** Positions of the errors within the texts at these paths, if known. */
  positions: IssuePositions
  /** Element around all inputs. */
  element: RefObject<HTMLDivElement | null>
  tab: EditorTab
  setTab: (tab: EditorTab) => void
  /** Row key of the field whose options are open. */
  openField: string | undefined
  setOpenField: (key: string | undefined) => void
  /** Applies a change and clears the errors at and below a path. Its identity is stable. */
  change: (change: (edited: EditedCollection) => EditedCollection, fixedPath?: string) => void
  /** Shows errors at the inputs and focuses the first invalid input. */
  showErrors: (errors: FieldErrors, positions?: IssuePositions) => void
  /** Resets the form to a stored or unsaved collection. */
  restart: (edited: EditedCollection) => void
  /** Merges a collection that was changed elsewhere into the form. Changes made here win. */
  takeOver: (stored: Collection) => void
  /** Whether changes were merged since the last reset. */
  hasTakenOver: boolean
}

interface FormContent {
  start: EditedCollection
  edited: EditedCollection
  hasTakenOver: boolean
}

/** Merges the stored collection into the form. Shows no warning if the form had no changes. */
const rebaseContent = ({ edited, start }: FormContent, now: Collection): FormContent => ({
  start: startEdit(now),
  edited: rebase(edited, start, now),
  hasTakenOver: isChanged(edited, start),
})

/** Manages the form of a collection: values, changes and errors. */
export function useCollectionForm(stored: Collection | undefined, collections: readonly Collection[]): CollectionForm {
  const [opened] = useState(stored)
  const [content, setContent] = useState<FormContent>(() => {
    const start = startEdit(stored)
    return { start, edited: start, hasTakenOver: false }
  })
  const { start, edited, hasTakenOver } = content
  useEffect(() => {
    if (opened === undefined) return
    // The cached list may be older than another admin's change. Failures are ignored, because saving reports them.
    const take = (now: Collection) =>
      setContent(last => (last.start.stored === opened && now.updated !== opened.updated ? rebaseContent(last, now) : last))
    void fetchCollection(opened.id).then(take, () => {})
  }, [opened])
  const element = useRef<HTMLDivElement>(null)
  const { errors, show, clear } = useFieldErrors(element)
  const [chosenTab, setTab] = useState<EditorTab>('schema')
  const [positions, setPositions] = useState<IssuePositions>({})
  const [openField, setOpenField] = useState<string>()
  const change = useCallback<CollectionForm['change']>(
    (change, fixedPath) => {
      // An error of the whole schema can be fixed by changing any field.
      clear('schema')
      if (fixedPath !== undefined) clear(fixedPath)
      setContent(last => ({ ...last, edited: change(last.edited) }))
    },
    [clear],
  )
  return {
    edited,
    collections,
    hasChanges: isChanged(edited, start),
    errors,
    positions,
    element,
    tab: chosenTab === 'options' && edited.type !== 'auth' ? 'schema' : chosenTab,
    setTab,
    openField,
    setOpenField,
    change,
    showErrors: (shown, found = {}) => {
      const keys = edited.fields.map(({ key }) => key)
      const tab = tabOf(shown)
      // The name is above the tabs, so its error is focused first.
      if (tab !== undefined && shown.name === undefined) setTab(tab)
      const withIssue = fieldWithIssue(shown, keys)
      if (withIssue !== undefined) setOpenField(withIssue)
      setPositions(found)
      show(shown)
    },
    restart: next => {
      show({})
      setContent({ start: startEdit(next.stored), edited: next, hasTakenOver: false })
    },
    takeOver: now => setContent(last => rebaseContent(last, now)),
    hasTakenOver,
  }
}
