import type { Field } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection } from '../collections/Collection.ts'
import type { CollectionIndex } from './CollectionIndex.ts'
import type { FilterSubject } from './FilterSubject.ts'
import { fieldsOf } from './fieldsOf.ts'
import { openPlace, type PathName, type Place } from './Place.ts'

const back = /^(\w+)_via_(\w+)$/

interface Way {
  index: CollectionIndex
  /** Number of relations that the path can still follow. */
  steps: number
  isMany: boolean
  /** Commonly used keys of the record's JSON fields, by field name. */
  keys?: FilterSubject['keys']
}

/** Returns the scope behind a relation, if the path can follow one more. */
const stepTo = (way: Way, target: Collection | undefined, isMany: boolean): Pick<PathName, 'next'> =>
  target && way.steps > 0
    ? { next: () => recordPlace(target, { index: way.index, steps: way.steps - 1, isMany: way.isMany || isMany }) }
    : {}

const jsonPlace = ({ name }: Field, { keys }: Way): Place => {
  const known = keys?.[name] ?? []
  return openPlace(
    `the field "${name}"`,
    [],
    known.map(field => ({ name: field.name, field, hint: field.type, modifiers: [] })),
  )
}

/** Returns the path name of a field. */
export const fieldName = (field: Field, way: Way): PathName => {
  const { refersTo, holdsTexts, holdsJson } = abilitiesOf(field)
  const isSeveral = holdsTexts?.(field.options) ?? false
  const named = { name: field.name, field, modifiers: holdsTexts ? ['each', 'length'] : [], isSeveral }
  if (holdsJson) return { ...named, hint: field.type, next: () => jsonPlace(field, way) }
  if (!refersTo) return { ...named, hint: isSeveral ? `${field.type}, several` : field.type }
  const target = way.index.find(refersTo(field.options))
  return { ...named, hint: `${isSeveral ? 'several ' : ''}→ ${target?.name ?? '?'}`, ...stepTo(way, target, isSeveral) }
}

const backName = (name: string, origin: Collection, field: Field, way: Way): PathName => ({
  name,
  hint: `${origin.name} by their ${field.name}`,
  modifiers: [],
  isBack: true,
  ...stepTo(way, origin, true),
})

/** Returns the scope of a record: its fields, relations and back-relations. */
export const recordPlace = (collection: Collection, way: Way): Place => {
  const fields = fieldsOf(collection)
  const referrers = () => way.index.referrersOf(collection)
  return {
    title: `the collection "${collection.name}"`,
    names: () => [
      ...fields.map(field => fieldName(field, way)),
      ...(way.steps > 0 ? referrers() : []).map(({ collection: origin, field }) =>
        backName(`${origin.name}_via_${field.name}`, origin, field, way),
      ),
    ],
    find: name => {
      const field = fields.find(candidate => candidate.name === name)
      if (field) return fieldName(field, way)
      const [, origin = '', via = ''] = back.exec(name) ?? []
      const from = way.index.find(origin)
      const referrer = from && referrers().find(known => known.collection.id === from.id && known.field.name === via)
      return referrer && backName(name, referrer.collection, referrer.field, way)
    },
    isOpen: false,
    isMany: way.isMany,
  }
}
