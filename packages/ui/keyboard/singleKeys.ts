import { createStore } from '../store/createStore.ts'

const storageKey = 'coffer.singleKeys'

const isOn = createStore(read())

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Whether single-letter shortcuts are enabled. */
export const areSingleKeysOn = isOn.get

/** Enables or disables single-letter shortcuts and stores the choice. */
function setSingleKeys(on: boolean) {
  isOn.set(on)
  try {
    localStorage.setItem(storageKey, on ? 'on' : 'off')
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/** Returns whether single-letter shortcuts are enabled, and a setter. */
export function useSingleKeys(): [isOn: boolean, set: (on: boolean) => void] {
  return [isOn.useValue(), setSingleKeys]
}
