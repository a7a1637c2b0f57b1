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
import { useDebouncedText } from './useDebouncedText.ts'

export interface Import {
  text: string
  setText: (text: string) => void
  /** The error that prevents the import of the text. */
  error: { message: string; position?: number } | undefined
  /** The collections to send; undefined while the text is empty or invalid. */
  collections: ImportedCollection[] | undefined
  changes: ImportChange[]
  hasOtherIds: boolean
  replaceIds: () => void
  merges: boolean
  setMerges: (merges: boolean) => void
  /** Whether missing collections and fields are deleted; always false while merging. */
  deletesMissing: boolean
  setDeletesMissing: (deletes: boolean) => void
  /** Whether the results belong to an earlier text. */
  isPending: boolean
}

const none: ImportChange[] = []

/** State of an import: the text, the options and the resulting changes. */
export function useImport(stored: readonly Collection[]): Import {
  const [text, setText] = useState('')
  const [merges, setMerges] = useState(false)
  const [deletes, setDeletes] = useState(true)
  const settled = useDebouncedText(text)
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
    ...{ text, setText, error: read?.error, collections, changes, merges, setMerges, deletesMissing },
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
