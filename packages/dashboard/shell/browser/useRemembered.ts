import { useSyncExternalStore } from 'react'

const changed = new EventTarget()

/**
 * A value kept in this browser's local storage under `coffer.<key>`, the same in every tab. `read` judges what is stored, which
 * may be missing (undefined) or written by an older version; storing undefined forgets the value.
 */
export function useRemembered<T>(key: string, read: (stored: unknown) => T): [T, (value: T | undefined) => void] {
  const text = useSyncExternalStore(watch, () => readText(`coffer.${key}`))
  return [read(parse(text)), value => remember(key, value)]
}

/** Remembers a value, or forgets it, for code that does not look at it. */
export function remember(key: string, value: unknown): void {
  const name = `coffer.${key}`
  try {
    if (value === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Storage is full or forbidden: the choice is not remembered, nothing else is lost.
  }
  changed.dispatchEvent(new Event('change'))
}

/** The remembered value at this moment, for code outside of components. */
export function recall<T>(key: string, read: (stored: unknown) => T): T {
  return read(parse(readText(`coffer.${key}`)))
}

/** Reads a list of texts, e.g. ids; anything else counts as an empty one. */
export function asTexts(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter(item => typeof item === 'string') : []
}

function watch(onChange: () => void): () => void {
  changed.addEventListener('change', onChange)
  window.addEventListener('storage', onChange)
  return () => {
    changed.removeEventListener('change', onChange)
    window.removeEventListener('storage', onChange)
  }
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
