import type { RecordJson } from '@coffer/fields/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { chosenRecordsQuery, type Lookup } from '../../../queries/records/recordsByIds.ts'
import { toggleChoice } from './toggleChoice.ts'

export interface ChosenRecords {
  records: readonly RecordJson[]
  /** Number of ids being looked up. */
  pending: number
  failure: Error | undefined
  retry: () => void
  hasChanged: boolean
  isFull: boolean
  press: (record: RecordJson) => void
  /** Chooses a record that was just created, unless the limit is reached. */
  take: (record: RecordJson) => void
  /** Updates a record that was just saved. */
  update: (record: RecordJson) => void
  drop: (id: string) => void
}

/** State of the selection in a picker, initially the records with the given ids. */
export function useChosenRecords(lookup: Lookup, ids: readonly string[], limit: number): ChosenRecords {
  // The ids are only the initial selection; later changes by the form are ignored.
  const [initialIds] = useState(ids)
  const stored = useQuery(chosenRecordsQuery(lookup, initialIds))
  const [pressed, setPressed] = useState<readonly RecordJson[]>()
  const records = pressed ?? stored.data ?? []
  const isReady = stored.data !== undefined
  return {
    records,
    pending: stored.isFetching ? initialIds.length : 0,
    failure: stored.error ?? undefined,
    retry: () => void stored.refetch(),
    hasChanged: isReady && records.map(({ id }) => id).join() !== stored.data.map(({ id }) => id).join(),
    isFull: limit !== 1 && records.length >= limit,
    press: record => isReady && setPressed(toggleChoice(records, record, limit)),
    take: record => {
      const isChosen = records.some(({ id }) => id === record.id)
      if (isReady && !isChosen) setPressed(toggleChoice(records, record, limit))
    },
    update: record => isReady && setPressed(records.map(old => (old.id === record.id ? record : old))),
    drop: id => isReady && setPressed(records.filter(record => record.id !== id)),
  }
}
