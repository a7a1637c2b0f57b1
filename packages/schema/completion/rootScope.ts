import { macroNames, macroValue } from '../filter/macros.ts'
import { getCollectionIndex } from './CollectionIndex.ts'
import type { FilterSubject } from './FilterSubject.ts'
import { systemField } from './fieldsOf.ts'
import { recordScope } from './recordScope.ts'
import { requestScope } from './requestScope.ts'
import type { PathName, Scope } from './Scope.ts'

/** Macros such as `@now`, with their current value as hint. */
export function macros(now: Date): PathName[] {
  return macroNames.map(name => {
    const value = macroValue(name, now)
    return { name, hint: String(value), field: systemField(name, typeof value === 'string' ? 'date' : 'number'), modifiers: [] }
  })
}

const alias = /^(\w+)(?::\w+)?$/

/** The scope of `@collection`: all collections. */
function collectionsScope({ collections }: FilterSubject, maxRelations: number): Scope {
  const index = getCollectionIndex(collections)
  const nameOf = (name: string, idOrName: string): PathName | undefined => {
    const found = index.find(idOrName)
    return (
      found && { name, hint: found.type, modifiers: [], next: () => recordScope(found, { index, maxRelations, isMany: true }) }
    )
  }
  return {
    title: '@collection',
    names: () => collections.flatMap(({ name }) => nameOf(name, name) ?? []),
    find: name => nameOf(name, alias.exec(name)?.[1] ?? ''),
    isOpen: false,
    isMany: true,
  }
}

/** Returns the scope in which every path begins. `maxRelations` is the number of relations that a path can follow. */
export function rootScope(subject: FilterSubject, maxRelations: number, now: Date): Scope {
  const index = getCollectionIndex(subject.collections)
  const record = recordScope(subject.collection, { index, maxRelations, isMany: false, keys: subject.keys })
  const signed = (): PathName[] => [
    ...macros(now),
    {
      name: '@request',
      hint: 'who asks, and for what',
      modifiers: [],
      next: () => requestScope(subject.collection, index, maxRelations),
    },
    {
      name: '@collection',
      hint: 'records of any collection',
      modifiers: [],
      next: () => collectionsScope(subject, maxRelations),
    },
  ]
  return {
    ...record,
    names: () => [...record.names(), ...signed()],
    find: name => (name.startsWith('@') ? signed().find(known => known.name === name) : record.find(name)),
  }
}
