import { splitIdentifier } from '../filter/splitIdentifier.ts'
import type { PathName, Place } from './Place.ts'

/** Follows the first names of a path; undefined if one of them is unknown. */
export const placeAt = (root: Place, path: readonly string[]): Place | undefined => {
  let place: Place | undefined = root
  for (const name of path) place = place?.find(name)?.next?.()
  return place
}

/** The target of a complete path. */
export interface Named extends PathName {
  isMany: boolean
  modifier: string | undefined
}

/** Resolves a complete path with its modifier; undefined if it is unknown. */
export const nameAt = (root: Place, identifier: string): Named | undefined => {
  const { path, modifier } = splitIdentifier(identifier)
  const place = placeAt(root, path.slice(0, -1))
  const found = place?.find(path.at(-1) ?? '')
  return place && found && { ...found, isMany: place.isMany, modifier }
}
