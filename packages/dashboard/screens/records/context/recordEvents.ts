import type { RecordEvent } from '@coffer/fields/ui'
import { useEffect, useEffectEvent } from 'react'

type Listener = (event: RecordEvent) => void

const listeners = new Set<Listener>()

/** Tells all who show records that one was written or deleted in a panel. */
export function tellRecordEvent(event: RecordEvent): void {
  for (const listener of listeners) listener(event)
}

/** Calls the listener when a record was written or deleted in a panel; returns the way to stop that. */
export function watchRecords(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const returns = new Set<() => void>()

/** Notifies all views of records that an undo has restored records or values. */
export function tellRecordsBack(): void {
  for (const listener of returns) listener()
}

/** Calls the listener after an undo while the component is shown. */
export function useRecordsBack(listener: () => void): void {
  const hear = useEffectEvent(listener)
  useEffect(() => {
    const listen = () => hear()
    returns.add(listen)
    return () => {
      returns.delete(listen)
    }
  }, [])
}

/** Hears of records that were written or deleted in a panel while the component is shown. */
export function useRecordEvents(listener: Listener): void {
  const hear = useEffectEvent(listener)
  useEffect(() => watchRecords(event => hear(event)), [])
}
