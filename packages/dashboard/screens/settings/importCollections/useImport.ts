import {
  type Collection,
  compareImport,
  hasOtherIds,
  type ImportChange,
  type ImportedCollection,
  readImportText,
  withOriginalIds,
} from '@coffer/schema'
import { useMemo, useState } from 'react'
import { randomFieldId } from './randomFieldId.ts'
import { useSettled } from './useSettled.ts'

export interface Import {
  text: string
  setText: (text: string) => void
  /** Why the text cannot be imported. */
  fault: { message: string; position?: number } | undefined
  /** What would be sent; absent while there is no text that can be. */
  collections: ImportedCollection[] | undefined
  changes: ImportChange[]
  hasOtherIds: boolean
  replaceIds: () => void
  merges: boolean
  setMerges: (merges: boolean) => void
  /** The choice; nothing is ever deleted while merging. */
  deletesMissing: boolean
  setDeletesMissing: (deletes: boolean) => void
  /** What is shown is that of an earlier text. */
  isPending: boolean
}

const none: ImportChange[] = []

/** A text that is to be imported, and what it would change. */
export function useImport(stored: readonly Collection[]): Import {
  const [text, setText] = useState('')
  const [merges, setMerges] = useState(false)
  const [deletes, setDeletes] = useState(true)
  const settled = useSettled(text)
  const deletesMissing = deletes && !merges

  const read = useMemo(() => (settled.trim() === '' ? undefined : readImportText(settled, randomFieldId)), [settled])
  const sent = read?.collections
  const merged = useMemo(
    () => (merges && sent ? readImportText(settled, randomFieldId, stored).collections : undefined),
    [merges, sent, settled, stored],
  )
  const collections = merged ?? sent
  const changes = useMemo(
    () => (collections ? compareImport(stored, collections, deletesMissing) : none),
    [stored, collections, deletesMissing],
  )
  const isOther = useMemo(() => sent !== undefined && hasOtherIds(sent, stored), [sent, stored])

  return {
    ...{ text, setText, fault: read?.fault, collections, changes, merges, setMerges, deletesMissing },
    hasOtherIds: isOther,
    replaceIds: () => {
      const replaced = withOriginalIds(sent ?? [], stored)
      setText(
        JSON.stringify(
          replaced.map(({ created: _created, updated: _updated, ...rest }) => rest),
          null,
          4,
        ),
      )
    },
    setDeletesMissing: setDeletes,
    isPending: settled !== text,
  }
}
