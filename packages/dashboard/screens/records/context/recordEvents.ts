import type { RecordEvent } from '@coffer/fields/ui'
import { createStore } from '@coffer/ui/createStore'
import { useEffect, useEffectEvent } from 'react'

const lastEvent = createStore<RecordEvent | undefined>(undefined)
const changeCount = createStore(0)

/** Notifies all views of records that one was written or deleted in a panel. */
export const publishRecordEvent: (event: RecordEvent) => void = lastEvent.set

/** Calls the listener when a record was written or deleted in a panel. Returns a function that unsubscribes. */
export function watchRecords(listener: (event: RecordEvent) => void): () => void {
  return lastEvent.subscribe(event => event && listener(event))
}

/** Calls the listener when a record was written or deleted in a panel, while the component is mounted. */
export function useRecordEvents(listener: (event: RecordEvent) => void): void {
  const notify = useEffectEvent(listener)
  useEffect(() => watchRecords(event => notify(event)), [])
}

/** Notifies all views of records that many of them may have changed: by an undo, or because their collection was truncated. */
export function publishRecordsChanged(): void {
  changeCount.set(changeCount.get() + 1)
}

/** Calls the listener after an undo or a truncation, while the component is mounted. */
export function useRecordsChanged(listener: () => void): void {
  const notify = useEffectEvent(listener)
  useEffect(() => changeCount.subscribe(() => notify()), [])
}
