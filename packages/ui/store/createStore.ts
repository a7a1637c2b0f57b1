import { useSyncExternalStore } from 'react'

/** A value outside of React to which components can subscribe. */
export interface Store<T> {
  get: () => T
  /** Replaces the value and notifies all listeners. */
  set: (next: T) => void
  /** Calls the listener with each new value. Returns a function that unsubscribes. */
  subscribe: (listener: (value: T) => void) => () => void
  /** Hook that returns the value and rerenders on changes. */
  useValue: () => T
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<(value: T) => void>()
  const get = () => value
  const subscribe = (listener: (value: T) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const set = (next: T) => {
    value = next
    for (const listener of listeners) listener(next)
  }
  return { get, set, subscribe, useValue: () => useSyncExternalStore(subscribe, get) }
}
