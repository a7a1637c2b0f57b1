import { splitIdentifier } from '../filter/splitIdentifier.ts'
import type { PathName, Place } from './Place.ts'

/** Where the first names of a path lead; undefined where one of them leads nowhere. */
export const placeAt = (root: Place, path: readonly string[]): Place | undefined => {
  let place: Place | undefined = root
  for (const name of path) place = place?.find(name)?.next?.()
  return place
}

/** What a whole path names. */
export interface Named extends PathName {
  isMany: boolean
  modifier: string | undefined
}

/** Reads a whole path with its modifier; undefined where it names nothing known. */
export const nameAt = (root: Place, identifier: string): Named | undefined => {
  const { path, modifier } = splitIdentifier(identifier)
  const place = placeAt(root, path.slice(0, -1))
  const found = place?.find(path.at(-1) ?? '')
  return place && found && { ...found, isMany: place.isMany, modifier }
}
