import type { RecordJson } from '@coffer/fields/ui'
import { type Dispatch, type SetStateAction, useMemo, useState } from 'react'
import { fetchFoundIds, type ListRequest } from '../../../queries/records/records.ts'

export interface Selection {
  /** Selected ids, including records that have left the list since. */
  rows: ReadonlySet<string>
  /** Selected ids that are still in the list, loaded or found by `selectFound`. */
  ids: string[]
  /** Whether every loaded record is selected. */
  isAllLoaded: boolean
  change: Dispatch<SetStateAction<ReadonlySet<string>>>
  /** Selects all records that match the filter, loaded or not. */
  selectFound: () => Promise<void>
}

/** State of the selection in a list of records. */
export function useSelection(request: ListRequest, records: readonly RecordJson[]): Selection {
  const [rows, change] = useState<ReadonlySet<string>>(() => new Set())
  const [found, setFound] = useState<{ filter: string; ids: ReadonlySet<string> }>()
  const loaded = useMemo(() => new Set(records.map(({ id }) => id)), [records])
  const beyond = found?.filter === request.filter ? found.ids : undefined
  const ids = [...rows].filter(id => loaded.has(id) || beyond?.has(id))

  const selectFound = async () => {
    const all = await fetchFoundIds(request)
    setFound({ filter: request.filter, ids: new Set(all) })
    change(selected => new Set([...selected, ...all]))
  }
  return { rows, ids, isAllLoaded: records.length > 0 && records.every(({ id }) => rows.has(id)), change, selectFound }
}
