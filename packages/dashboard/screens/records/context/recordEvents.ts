import type { RecordEvent } from '@coffer/fields/ui'
import { createStore } from '@coffer/ui/createStore'
import { useEffect, useEffectEvent } from 'react'

const lastEvent = createStore<RecordEvent | undefined>(undefined)
const restoreCount = createStore(0)

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

/** Notifies all views of records that an undo has restored records or values. */
export function publishRecordsRestored(): void {
  restoreCount.set(restoreCount.get() + 1)
}

/** Calls the listener after an undo, while the component is mounted. */
export function useRecordsRestored(listener: () => void): void {
  const notify = useEffectEvent(listener)
  useEffect(() => restoreCount.subscribe(() => notify()), [])
}
