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
  /** All collections as they are stored now, by name. */
  collections: readonly Collection[]
  hasChanges: boolean
  /** By paths as in `serverIssues.ts`. */
  errors: FieldErrors
  /** Where in the texts at these paths the errors are, as far as is known. */
  places: IssuePositions
  /** Around all inputs. */
  element: RefObject<HTMLDivElement | null>
  tab: EditorTab
  setTab: (tab: EditorTab) => void
  /** The key of the field whose settings are open. */
  openField: string | undefined
  setOpenField: (key: string | undefined) => void
  /** Makes a change; what was wrong at the path or below it is taken as mended. Stays the same function. */
  change: (change: (edited: EditedCollection) => EditedCollection, mended?: string) => void
  /** Lays errors on the inputs and leads to the first of them. */
  showErrors: (errors: FieldErrors, places?: IssuePositions) => void
  /** Starts anew, from what is stored or with what may become a new collection. */
  restart: (edited: EditedCollection) => void
  /** Takes over what somebody else stored meanwhile; what was changed here stays changed. */
  takeOver: (stored: Collection) => void
  /** Whether something was taken over, until the form starts anew. */
  hasTakenOver: boolean
}

interface FormContent {
  start: EditedCollection
  edited: EditedCollection
  hasTakenOver: boolean
}

/** The form over what is stored now. Someone who has changed nothing yet needs no warning. */
const rebaseContent = ({ edited, start }: FormContent, now: Collection): FormContent => ({
  start: startEdit(now),
  edited: rebase(edited, start, now),
  hasTakenOver: isChanged(edited, start),
})

/** The form of one collection: what is typed, what that changes, and what is wrong with it. */
export function useCollectionForm(stored: Collection | undefined, collections: readonly Collection[]): CollectionForm {
  const [opened] = useState(stored)
  const [content, setContent] = useState<FormContent>(() => {
    const start = startEdit(stored)
    return { start, edited: start, hasTakenOver: false }
  })
  const { start, edited, hasTakenOver } = content
  useEffect(() => {
    if (opened === undefined) return
    // The list that the form was filled from may be older than another admin's change. Whatever fails here, saving tells.
    const take = (now: Collection) =>
      setContent(last => (last.start.stored === opened && now.updated !== opened.updated ? rebaseContent(last, now) : last))
    void fetchCollection(opened.id).then(take, () => {})
  }, [opened])
  const element = useRef<HTMLDivElement>(null)
  const { errors, show, clear } = useFieldErrors(element)
  const [chosenTab, setTab] = useState<EditorTab>('schema')
  const [places, setPlaces] = useState<IssuePositions>({})
  const [openField, setOpenField] = useState<string>()
  const change = useCallback<CollectionForm['change']>(
    (change, mended) => {
      // What is wrong with the fields as a whole may be mended by any of them.
      clear('schema')
      if (mended !== undefined) clear(mended)
      setContent(last => ({ ...last, edited: change(last.edited) }))
    },
    [clear],
  )
  return {
    edited,
    collections,
    hasChanges: isChanged(edited, start),
    errors,
    places,
    element,
    tab: chosenTab === 'options' && edited.type !== 'auth' ? 'schema' : chosenTab,
    setTab,
    openField,
    setOpenField,
    change,
    showErrors: (shown, found = {}) => {
      const keys = edited.fields.map(({ key }) => key)
      const tab = tabOf(shown)
      // What stands above the tabs comes first.
      if (tab !== undefined && shown.name === undefined) setTab(tab)
      const withIssue = fieldWithIssue(shown, keys)
      if (withIssue !== undefined) setOpenField(withIssue)
      setPlaces(found)
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
