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

/** Whether single-letter shortcuts act. */
export function areSingleKeysOn(): boolean {
  areOn ??= read()
  return areOn
}

/** Switches single-letter shortcuts on or off, and remembers it. */
function setSingleKeys(on: boolean) {
  areOn = on
  try {
    localStorage.setItem(storageKey, on ? 'on' : 'off')
  } catch {
    // Without storage the choice holds until the page closes.
  }
  for (const changed of watchers) changed()
}

function watch(changed: () => void) {
  watchers.add(changed)
  return () => {
    watchers.delete(changed)
  }
}

/** The reader's choice about single-letter shortcuts, and the way to change it. */
export function useSingleKeys(): [isOn: boolean, set: (on: boolean) => void] {
  return [useSyncExternalStore(watch, areSingleKeysOn), setSingleKeys]
}
