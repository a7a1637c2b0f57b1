import type { Collection } from '../collections/Collection.ts'
import type { CollectionIndex } from './CollectionIndex.ts'
import { authFields, fieldsOf, systemField } from './fieldsOf.ts'
import { toPathName } from './recordScope.ts'
import { closedScope, openScope, type PathName, type Scope } from './Scope.ts'

const choice = (name: string, values: readonly string[], hint: string): PathName => ({
  name,
  hint,
  field: systemField(name, 'select', { maxSelect: 1, values }),
  modifiers: [],
})

const sent = ['username', 'email', 'emailVisibility', 'verified']

/** The request's data: it suggests the fields of the collection and accepts any name. */
function dataScope(collection: Collection, index: CollectionIndex, maxRelations: number): Scope {
  const names = fieldsOf(collection)
    .filter(({ system, name }) => !system || name === 'id' || sent.includes(name))
    .map(field => toPathName(field, { index, maxRelations, isMany: false }))
    .map(name => ({ ...name, modifiers: ['isset', ...name.modifiers] }))
  const open = openScope('the data sent', ['isset'])
  return { ...open, names: () => names, find: wanted => names.find(({ name }) => name === wanted) ?? open.find(wanted) }
}

/** The requester: fields that all auth collections have, then those of some. */
function authScope({ all, ...index }: CollectionIndex, maxRelations: number): Scope {
  const authCollections = all.filter(({ type }) => type === 'auth')
  const names = new Map<string, PathName>()
  const add = (name: PathName) => names.has(name.name) || names.set(name.name, name)
  const options = { index: { all, ...index }, maxRelations, isMany: false }
  for (const field of authFields) add(toPathName(field, options))
  const ids = authCollections.map(({ id }) => id)
  add(choice('collectionId', ids, 'id of a collection'))
  add(
    choice(
      'collectionName',
      authCollections.map(({ name }) => name),
      'name of a collection',
    ),
  )
  for (const collection of authCollections) {
    for (const field of fieldsOf(collection)) {
      const named = toPathName(field, options)
      add(authCollections.length > 1 && !field.system ? { ...named, hint: `${named.hint}, of ${collection.name}` } : named)
    }
  }
  return { ...closedScope('the account', [...names.values()]), isOpen: true }
}

/** Returns the scope of `@request`. */
export function requestScope(collection: Collection, index: CollectionIndex, maxRelations: number): Scope {
  const leading = (name: string, hint: string, next: () => Scope): PathName => ({ name, hint, modifiers: [], next })
  const scope = closedScope('the request', [
    leading('auth', 'the signed-in user', () => authScope(index, maxRelations)),
    leading('data', 'the submitted data', () => dataScope(collection, index, maxRelations)),
    leading('query', 'query parameters', () => openScope('the query', ['isset'])),
    leading('headers', 'headers, e.g. x_token', () => openScope('the headers')),
    choice('method', ['GET', 'POST', 'PATCH', 'DELETE'], 'HTTP method'),
    choice('context', ['default', 'realtime', 'protectedFile', 'oauth2'], 'kind of request'),
  ])
  // Newer versions call the data `body`.
  return { ...scope, find: name => scope.find(name === 'body' ? 'data' : name) }
}
