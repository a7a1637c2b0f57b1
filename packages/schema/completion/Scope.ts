import type { Field } from '@coffer/fields'

/** A name that can follow in a field path. */
export interface PathName {
  name: string
  /** A short description, for instance the collection that a relation refers to. */
  hint: string
  /** The kind of its values; absent if a path cannot end here. */
  field?: Field
  /** The modifiers that can follow after a colon. */
  modifiers: readonly string[]
  /** Whether a record can have several values. */
  isSeveral?: boolean
  /** The names that can follow; absent if the path ends here. */
  next?: () => Scope
  /** Whether this is a back-relation. There can be many and few are used, so they are suggested last. */
  isBack?: true
}

/** The scope that a field path has reached: the names that can follow. */
export interface Scope {
  /** Used in messages, for example `the collection "posts"`. */
  title: string
  /** In the order of relevance. */
  names: () => readonly PathName[]
  /** Finds a name by its exact spelling, including names that `names` does not list. */
  find: (name: string) => PathName | undefined
  /** Whether any name is valid because the names are not known. */
  isOpen: boolean
  /** Whether the path can have several values per record. */
  isMany: boolean
}

/** Creates a scope whose names are all known. */
export function closedScope(title: string, names: readonly PathName[], isMany = false): Scope {
  return {
    title,
    names: () => names,
    find: wanted => names.find(({ name }) => name === wanted),
    isOpen: false,
    isMany,
  }
}

/** Creates a scope that accepts any name and suggests the `known` ones. */
export function openScope(
  title: string,
  modifiers: readonly string[] = [],
  known: readonly PathName[] = [],
  isMany = false,
): Scope {
  const beyond = (name: string): PathName => ({ name, hint: '', modifiers, next: () => openScope(title, modifiers, [], isMany) })
  return {
    title,
    names: () => known,
    find: wanted => known.find(({ name }) => name === wanted) ?? beyond(wanted),
    isOpen: true,
    isMany,
  }
}
