import { macroNames, macroValue } from '../filter/macros.ts'
import { indexOf } from './CollectionIndex.ts'
import type { FilterSubject } from './FilterSubject.ts'
import { systemField } from './fieldsOf.ts'
import type { PathName, Place } from './Place.ts'
import { recordPlace } from './recordPlace.ts'
import { requestPlace } from './requestPlace.ts'

/** Macros such as `@now`, with their current value as hint. */
export const macros = (now: Date): PathName[] =>
  macroNames.map(name => {
    const value = macroValue(name, now)
    return { name, hint: String(value), field: systemField(name, typeof value === 'string' ? 'date' : 'number'), modifiers: [] }
  })

const alias = /^(\w+)(?::\w+)?$/

/** The scope of `@collection`: all collections. */
const collectionsPlace = ({ collections }: FilterSubject, steps: number): Place => {
  const index = indexOf(collections)
  const nameOf = (name: string, idOrName: string): PathName | undefined => {
    const found = index.find(idOrName)
    return found && { name, hint: found.type, modifiers: [], next: () => recordPlace(found, { index, steps, isMany: true }) }
  }
  return {
    title: '@collection',
    names: () => collections.flatMap(({ name }) => nameOf(name, name) ?? []),
    find: name => nameOf(name, alias.exec(name)?.[1] ?? ''),
    isOpen: false,
    isMany: true,
  }
}

/** Returns the scope in which every path begins. `steps` is the number of relations that a path can follow. */
export const rootPlace = (subject: FilterSubject, steps: number, now: Date): Place => {
  const index = indexOf(subject.collections)
  const record = recordPlace(subject.collection, { index, steps, isMany: false, keys: subject.keys })
  const signed = (): PathName[] => [
    ...macros(now),
    {
      name: '@request',
      hint: 'who asks, and for what',
      modifiers: [],
      next: () => requestPlace(subject.collection, index, steps),
    },
    { name: '@collection', hint: 'records of any collection', modifiers: [], next: () => collectionsPlace(subject, steps) },
  ]
  return {
    ...record,
    names: () => [...record.names(), ...signed()],
    find: name => (name.startsWith('@') ? signed().find(known => known.name === name) : record.find(name)),
  }
}
