import type { Field } from '@coffer/fields'

/** Something that a path may name next. */
export interface PathName {
  name: string
  /** A few words: what it is, or where it leads. */
  hint: string
  /** What its values are like; absent where a path cannot end in it. */
  field?: Field
  /** What may be asked of it behind a colon. */
  modifiers: readonly string[]
  /** A record may hold several values of it. */
  isSeveral?: boolean
  /** Where the path goes on; absent where it cannot. */
  next?: () => Place
  /** A relation of other records to this one: there may be many of them, and few are meant. */
  isBack?: true
}

/** Where a path has come to. */
export interface Place {
  /** For sentences, e.g. `the collection "posts"`. */
  title: string
  /** The best known ones first. */
  names: () => readonly PathName[]
  /** By its exact name, also one that `names` leaves out. */
  find: (name: string) => PathName | undefined
  /** Any name may follow: what there is is not known here. */
  isOpen: boolean
  /** The path may stand for several values at once. */
  isMany: boolean
}

/** A place of which all names are known. */
export const listedPlace = (title: string, names: readonly PathName[], isMany = false): Place => ({
  title,
  names: () => names,
  find: wanted => names.find(({ name }) => name === wanted),
  isOpen: false,
  isMany,
})

/** A place in which anything may be named, `known` things among it. */
export const openPlace = (title: string, modifiers: readonly string[] = [], known: readonly PathName[] = []): Place => {
  const beyond = (name: string): PathName => ({ name, hint: '', modifiers, next: () => openPlace(title, modifiers) })
  return {
    title,
    names: () => known,
    find: wanted => known.find(({ name }) => name === wanted) ?? beyond(wanted),
    isOpen: true,
    isMany: false,
  }
}
