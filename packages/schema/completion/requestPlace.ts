import type { Collection } from '../collections/Collection.ts'
import type { CollectionIndex } from './CollectionIndex.ts'
import { accountFields, fieldsOf, systemField } from './fieldsOf.ts'
import { listedPlace, openPlace, type PathName, type Place } from './Place.ts'
import { fieldName } from './recordPlace.ts'

const choice = (name: string, values: readonly string[], hint: string): PathName => ({
  name,
  hint,
  field: systemField(name, 'select', { maxSelect: 1, values }),
  modifiers: [],
})

const sent = ['username', 'email', 'emailVisibility', 'verified']

/** The request's data: it suggests the fields of the collection and accepts any name. */
const dataPlace = (collection: Collection, index: CollectionIndex, steps: number): Place => {
  const names = fieldsOf(collection)
    .filter(({ system, name }) => !system || name === 'id' || sent.includes(name))
    .map(field => fieldName(field, { index, steps, isMany: false }))
    .map(name => ({ ...name, modifiers: ['isset', ...name.modifiers] }))
  const open = openPlace('the data sent', ['isset'])
  return { ...open, names: () => names, find: wanted => names.find(({ name }) => name === wanted) ?? open.find(wanted) }
}

/** The requester: fields that all auth collections have, then those of some. */
const authPlace = ({ all, ...index }: CollectionIndex, steps: number): Place => {
  const accounts = all.filter(({ type }) => type === 'auth')
  const names = new Map<string, PathName>()
  const add = (name: PathName) => names.has(name.name) || names.set(name.name, name)
  const way = { index: { all, ...index }, steps, isMany: false }
  for (const field of accountFields) add(fieldName(field, way))
  const ids = accounts.map(({ id }) => id)
  add(choice('collectionId', ids, 'id of a collection'))
  add(
    choice(
      'collectionName',
      accounts.map(({ name }) => name),
      'name of a collection',
    ),
  )
  for (const collection of accounts) {
    for (const field of fieldsOf(collection)) {
      const named = fieldName(field, way)
      add(accounts.length > 1 && !field.system ? { ...named, hint: `${named.hint}, of ${collection.name}` } : named)
    }
  }
  return { ...listedPlace('the account', [...names.values()]), isOpen: true }
}

/** Returns the scope of `@request`. */
export const requestPlace = (collection: Collection, index: CollectionIndex, steps: number): Place => {
  const leading = (name: string, hint: string, next: () => Place): PathName => ({ name, hint, modifiers: [], next })
  return listedPlace('the request', [
    leading('auth', 'the signed-in user', () => authPlace(index, steps)),
    leading('data', 'the submitted data', () => dataPlace(collection, index, steps)),
    leading('query', 'query parameters', () => openPlace('the query', ['isset'])),
    leading('headers', 'headers, e.g. x_token', () => openPlace('the headers')),
    choice('method', ['GET', 'POST', 'PATCH', 'DELETE'], 'HTTP method'),
    choice('context', ['default', 'realtime', 'protectedFile', 'oauth2'], 'kind of request'),
  ])
}
