import { useSyncExternalStore } from 'react'

const storageKey = 'coffer.singleKeys'
const watchers = new Set<() => void>()

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

let areOn: boolean | undefined

/** Whether single-letter shortcuts are enabled. */
export function areSingleKeysOn(): boolean {
  areOn ??= read()
  return areOn
}

/** Enables or disables single-letter shortcuts and stores the choice. */
function setSingleKeys(on: boolean) {
  areOn = on
  try {
    localStorage.setItem(storageKey, on ? 'on' : 'off')
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  for (const changed of watchers) changed()
}

function watch(changed: () => void) {
  watchers.add(changed)
  return () => {
    watchers.delete(changed)
  }
}

/** Returns whether single-letter shortcuts are enabled, and a setter. */
export function useSingleKeys(): [isOn: boolean, set: (on: boolean) => void] {
  return [useSyncExternalStore(watch, areSingleKeysOn), setSingleKeys]
}
