import {
  type Collection,
  compareImport,
  compareTokens,
  hasOtherIds,
  type ImportChange,
  type ImportedCollection,
  type ImportedTokens,
  type ImportNote,
  readImportText,
  type Settings,
  withOriginalIds,
} from '@coffer/schema'
import { useQuery } from '@tanstack/react-query'
import { customAlphabet } from 'nanoid'
import { useEffect, useMemo, useState } from 'react'
import { dialectQuery } from '../../../queries/settings.ts'

export interface Import {
  text: string
  setText: (text: string) => void
  /** The error that prevents the import of the text. */
  error: { message: string; position?: number } | undefined
  /** The collections to send; undefined while the text is empty or invalid. */
  collections: ImportedCollection[] | undefined
  /** The tokens of superusers that the import changes; undefined if it changes none. */
  tokens: ImportedTokens | undefined
  /** What works differently, if the text is an export of PocketBase 0.23 or later. */
  notes: readonly ImportNote[]
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
const noNotes: readonly ImportNote[] = []

/** Generates an id for a field that is imported without one, in the server's format. */
const randomFieldId = customAlphabet('abcdefghijklmnopqrstuvwxyz234567', 8)

/** State of an import: the text, the options and the resulting changes of the stored collections and the settings. */
export function useImport(stored: readonly Collection[], settings: Settings): Import {
  const [text, setText] = useState('')
  const [merges, setMerges] = useState(false)
  const [deletes, setDeletes] = useState(true)
  const settled = useDebouncedText(text)
  const deletesMissing = deletes && !merges

  const rules = useQuery(dialectQuery).data?.rules
  const ruleMeaning = rules === '0.22' ? 'v022' : rules
  const read = useMemo(
    () => (settled.trim() === '' ? undefined : readImportText(settled, { newId: randomFieldId, settings, ruleMeaning })),
    [settled, settings, ruleMeaning],
  )
  const sent = read?.collections
  const tokens = read?.tokens
  const merged = useMemo(
    () => (merges && sent ? readImportText(settled, { newId: randomFieldId, settings, stored }).collections : undefined),
    [merges, sent, settled, settings, stored],
  )
  const collections = merged ?? sent
  const changes = useMemo(
    () =>
      collections ? [...compareImport(stored, collections, deletesMissing), ...(tokens ? [compareTokens(tokens)] : [])] : none,
    [stored, collections, deletesMissing, tokens],
  )
  const isOther = useMemo(() => sent !== undefined && hasOtherIds(sent, stored), [sent, stored])

  return {
    text,
    setText,
    error: read?.error,
    collections,
    tokens,
    notes: read?.notes ?? noNotes,
    changes,
    merges,
    setMerges,
    deletesMissing,
    hasOtherIds: isOther,
    replaceIds: () => {
      const replaced = withOriginalIds(sent ?? [], stored).map(({ created: _created, updated: _updated, ...rest }) => rest)
      const superusers = tokens ? [{ name: compareTokens(tokens).name, ...tokens.sent }] : []
      setText(JSON.stringify([...replaced, ...superusers], null, 4))
    },
    setDeletesMissing: setDeletes,
    isPending: settled !== text,
  }
}

/** Maximum characters of a text that is compared at each keystroke; comparing a longer one would delay typing. */
const maxInstantCharacters = 100_000
const debounceMs = 400

/** Returns a short text at once, and a long one when the user stops typing. */
function useDebouncedText(text: string): string {
  const [settled, setSettled] = useState(text)
  const isLong = text.length > maxInstantCharacters
  useEffect(() => {
    if (!isLong) return
    const timer = setTimeout(() => setSettled(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text, isLong])
  return isLong ? settled : text
}
