import type { Field } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import { ownValue } from '@coffer/fields/ownValue'
import type { Collection } from '../collections/Collection.ts'
import type { CollectionIndex } from './CollectionIndex.ts'
import type { FilterSubject } from './FilterSubject.ts'
import { fieldsOf, systemField } from './fieldsOf.ts'
import { closedScope, openScope, type PathName, type Scope } from './Scope.ts'

const back = /^(\w+)_via_(\w+)$/

interface ScopeOptions {
  index: CollectionIndex
  /** Number of relations that the path can still follow. */
  maxRelations: number
  isMany: boolean
  /** Commonly used keys of the record's JSON fields, by field name. */
  keys?: FilterSubject['keys']
}

/** Returns the scope behind a relation, if the path can follow one more. */
const followRelation = (options: ScopeOptions, target: Collection | undefined, isMany: boolean): Pick<PathName, 'next'> =>
  target && options.maxRelations > 0
    ? {
        next: () =>
          recordScope(target, { index: options.index, maxRelations: options.maxRelations - 1, isMany: options.isMany || isMany }),
      }
    : {}

function jsonScope({ name }: Field, { keys, isMany }: ScopeOptions): Scope {
  const known = ownValue(keys, name) ?? []
  return openScope(
    `the field "${name}"`,
    [],
    known.map(field => ({ name: field.name, field, hint: field.type, modifiers: [] })),
    isMany,
  )
}

/** Returns the names of the parts of a value. */
function partsScope({ name }: Field, parts: readonly string[], isMany: boolean): Scope {
  return closedScope(
    `the field "${name}"`,
    parts.map(part => ({ name: part, field: systemField(part, 'number'), hint: 'number', modifiers: [] })),
    isMany,
  )
}

/** Returns the path name of a field. */
export function toPathName(field: Field, options: ScopeOptions): PathName {
  const { refersTo, holdsTexts, holdsJson, parts } = abilitiesOf(field)
  const isSeveral = holdsTexts?.(field.options) ?? false
  const named = { name: field.name, field, modifiers: holdsTexts ? ['each', 'length'] : [], isSeveral }
  if (holdsJson) return { ...named, hint: field.type, next: () => jsonScope(field, options) }
  if (parts) return { ...named, hint: field.type, next: () => partsScope(field, parts, options.isMany) }
  if (!refersTo) return { ...named, hint: isSeveral ? `${field.type}, several` : field.type }
  const target = options.index.find(refersTo(field.options))
  return {
    ...named,
    hint: `${isSeveral ? 'several ' : ''}→ ${target?.name ?? '?'}`,
    ...followRelation(options, target, isSeveral),
  }
}

const toBackRelation = (name: string, origin: Collection, field: Field, options: ScopeOptions): PathName => ({
  name,
  hint: `${origin.name} by their ${field.name}`,
  modifiers: [],
  isBack: true,
  ...followRelation(options, origin, true),
})

/** Returns the scope of a record: its fields, relations and back-relations. */
export function recordScope(collection: Collection, options: ScopeOptions): Scope {
  const fields = fieldsOf(collection)
  const referrers = () => options.index.referrersOf(collection)
  return {
    title: `the collection "${collection.name}"`,
    names: () => [
      ...fields.map(field => toPathName(field, options)),
      ...(options.maxRelations > 0 ? referrers() : []).map(({ collection: origin, field }) =>
        toBackRelation(`${origin.name}_via_${field.name}`, origin, field, options),
      ),
    ],
    find: name => {
      const field = fields.find(candidate => candidate.name === name)
      if (field) return toPathName(field, options)
      const [, origin = '', via = ''] = back.exec(name) ?? []
      const from = options.index.find(origin)
      const referrer = from && referrers().find(known => known.collection.id === from.id && known.field.name === via)
      return referrer && toBackRelation(name, referrer.collection, referrer.field, options)
    },
    isOpen: false,
    isMany: options.isMany,
  }
}
