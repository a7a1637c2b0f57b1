import { useEffect, useEffectEvent, useState } from 'react'
import type { RecordJson } from '../../RecordJson.ts'
import type { RecordEvent, ViewContext } from '../../viewContract.ts'
import { addToLookup, findSavableIds, type Lookup } from '../lookup.ts'

interface RelatedRecordsOptions {
  ids: readonly string[]
  limit: number
  /** The target collection; undefined if it no longer exists. */
  collectionId: string | undefined
  /** The stored record. A new one resets the notices about removed ids. */
  record: RecordJson | undefined
  context: Pick<ViewContext, 'loadRecords' | 'watchRecords'>
  /** Called with the remaining ids when some ids cannot be saved. */
  onRepair: (ids: string[]) => void
}

export interface RelatedRecords {
  known: ReadonlyMap<string, RecordJson>
  isLoading: boolean
  failure: Error | undefined
  retry: () => void
  /** Ids that were removed because no such record exists. */
  missing: readonly string[]
  /** Number of ids that were removed because they exceeded the maximum. */
  surplus: number
  /** Adds records that were loaded elsewhere. */
  put: (records: readonly RecordJson[]) => void
}

const nothingKnown: Lookup<RecordJson> = { known: new Map(), missing: new Set() }

interface Removed {
  from: RecordJson | undefined
  missing: readonly string[]
  surplus: number
}

/** Loads the records of a relation, each once, and removes ids that cannot be saved from the value. */
export function useRelatedRecords({
  ids,
  limit,
  collectionId,
  record,
  context,
  onRepair,
}: RelatedRecordsOptions): RelatedRecords {
  const [lookup, setLookup] = useState(nothingKnown)
  const [failure, setFailure] = useState<Error>()
  const [removed, setRemoved] = useState<Removed>()
  const { known } = lookup
  const { loadRecords, watchRecords } = context
  const unknown = ids.filter(id => !known.has(id) && !lookup.missing.has(id))
  const wanted = collectionId === undefined || failure !== undefined ? '[]' : JSON.stringify(unknown)

  const lookUp = useEffectEvent(async (wanted: readonly string[], signal: AbortSignal) => {
    try {
      const found = await loadRecords(collectionId ?? '', wanted, signal)
      setLookup(last => addToLookup(last, wanted, found))
    } catch (error) {
      if (!signal.aborted) setFailure(error instanceof Error ? error : new Error(String(error)))
    }
  })
  useEffect(() => {
    const ids: string[] = JSON.parse(wanted)
    if (ids.length === 0) return
    const abort = new AbortController()
    void lookUp(ids, abort.signal)
    return () => abort.abort()
  }, [wanted])

  const hear = useEffectEvent((event: RecordEvent) => {
    if (event.kind === 'saved') {
      if (known.has(event.record.id)) setLookup(last => addToLookup(last, [], [event.record]))
    } else if (event.collectionId === collectionId && ids.includes(event.id)) {
      // The stored record no longer has the id either.
      onRepair(ids.filter(id => id !== event.id))
    }
  })
  useEffect(() => watchRecords(event => hear(event)), [watchRecords])

  const tidy = findSavableIds(ids, lookup, limit)
  const isTidy = unknown.length > 0 || tidy.ids.length === ids.length
  const repair = useEffectEvent(() => {
    const before = removed?.from === record ? removed : undefined
    setRemoved({
      from: record,
      missing: [...new Set([...(before?.missing ?? []), ...tidy.missing])],
      surplus: (before?.surplus ?? 0) + tidy.surplus,
    })
    onRepair(tidy.ids)
  })
  useEffect(() => {
    if (!isTidy) repair()
  }, [isTidy])

  const told = removed?.from === record ? removed : undefined
  return {
    known,
    isLoading: wanted !== '[]',
    failure,
    retry: () => setFailure(undefined),
    missing: told?.missing ?? [],
    surplus: told?.surplus ?? 0,
    put: records => setLookup(last => addToLookup(last, [], records)),
  }
}
