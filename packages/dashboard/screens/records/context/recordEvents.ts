import type { RecordEvent } from '@coffer/fields/ui'
import { useEffect, useEffectEvent } from 'react'

type Listener = (event: RecordEvent) => void

const listeners = new Set<Listener>()

/** Notifies all views of records that one was written or deleted in a panel. */
export function publishRecordEvent(event: RecordEvent): void {
  for (const listener of listeners) listener(event)
}

/** Calls the listener when a record was written or deleted in a panel. Returns a function that unsubscribes. */
export function watchRecords(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const restoreListeners = new Set<() => void>()

/** Notifies all views of records that an undo has restored records or values. */
export function publishRecordsRestored(): void {
  for (const listener of restoreListeners) listener()
}

/** Calls the listener after an undo, while the component is mounted. */
export function useRecordsRestored(listener: () => void): void {
  const notify = useEffectEvent(listener)
  useEffect(() => {
    const listen = () => notify()
    restoreListeners.add(listen)
    return () => {
      restoreListeners.delete(listen)
    }
  }, [])
}

/** Calls the listener when a record was written or deleted in a panel, while the component is mounted. */
export function useRecordEvents(listener: Listener): void {
  const notify = useEffectEvent(listener)
  useEffect(() => watchRecords(event => notify(event)), [])
}
