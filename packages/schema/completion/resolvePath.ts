import { splitIdentifier } from '../filter/splitIdentifier.ts'
import type { PathName, Scope } from './Scope.ts'

/** Follows the first names of a path; undefined if one of them is unknown. */
export function findScope(root: Scope, path: readonly string[]): Scope | undefined {
  let scope: Scope | undefined = root
  for (const name of path) scope = scope?.find(name)?.next?.()
  return scope
}

/** The target of a complete path. */
export interface ResolvedName extends PathName {
  isMany: boolean
  modifier: string | undefined
}

/** Resolves a complete path with its modifier; undefined if it is unknown. */
export function resolveName(root: Scope, identifier: string): ResolvedName | undefined {
  const { path, modifier } = splitIdentifier(identifier)
  const scope = findScope(root, path.slice(0, -1))
  const found = scope?.find(path.at(-1) ?? '')
  return scope && found && { ...found, isMany: scope.isMany, modifier }
}
