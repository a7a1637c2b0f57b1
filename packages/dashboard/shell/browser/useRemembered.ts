import { useSyncExternalStore } from 'react'

/**
 * State in local storage under `coffer.<key>`, synchronized across tabs. `read` validates the stored value, which may be missing
 * (undefined) or written by an older version. Setting undefined removes the value.
 */
export function useRemembered<T>(key: string, read: (stored: unknown) => T): [T, (value: T | undefined) => void] {
  const text = useSyncExternalStore(watch, () => readText(`coffer.${key}`))
  return [read(parse(text)), value => remember(key, value)]
}

/** Stores a value, or removes it if undefined. For code that does not render it. */
export function remember(key: string, value: unknown): void {
  const name = `coffer.${key}`
  try {
    if (value === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Storage is full or disabled. Only the remembered choice is lost.
  }
  // The browser sends this event only to other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: name }))
}

/** Returns the stored value. For code outside of components. */
export function recall<T>(key: string, read: (stored: unknown) => T): T {
  return read(parse(readText(`coffer.${key}`)))
}

/** Reads a stored array of strings, e.g. ids. Anything else is read as an empty array. */
export function asTexts(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter(item => typeof item === 'string') : []
}

function watch(onChange: () => void): () => void {
  window.addEventListener('storage', onChange)
  return () => window.removeEventListener('storage', onChange)
}

function readText(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function parse(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
