import { useState } from 'react'

interface RememberedWidth {
  value: number
  /** Called during a drag. */
  change: (value: number) => void
  /** Called when the drag ends. */
  remember: (value: number) => void
  reset: () => void
}

function read(key: string | undefined): number | undefined {
  if (key === undefined) return undefined
  try {
    const stored = Number(localStorage.getItem(key))
    return Number.isFinite(stored) && stored > 0 ? stored : undefined
  } catch {
    return undefined
  }
}

function write(key: string | undefined, value: number | undefined) {
  if (key === undefined) return
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, String(value))
  } catch {
    // Without storage the width lasts until the page is closed.
  }
}

/** Manages a width in pixels. If it has a name, it is stored in local storage under `coffer.width.<name>`. */
export function useRememberedWidth(name: string | undefined, initial: number): RememberedWidth {
  const key = name === undefined ? undefined : `coffer.width.${name}`
  const [value, setValue] = useState(() => read(key) ?? initial)
  return {
    value,
    change: setValue,
    remember: width => write(key, width),
    reset: () => {
      setValue(initial)
      write(key, undefined)
    },
  }
}
