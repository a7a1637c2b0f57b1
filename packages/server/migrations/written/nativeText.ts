import { type Collection, ruleNames } from '@coffer/schema'
import { definitionOf, isSame } from './definitionOf.ts'
import { fieldChanges, fieldDefinition } from './fieldChanges.ts'
import { type CollectionChange, createdBy, deletedBy, inverseOf, mutualReferences, refersTo } from './findChanges.ts'
import { printValue } from './printValue.ts'

const indent = '  '

/** Returns a new collection as a migration prints it. */
function newCollection(collection: Collection): Record<string, unknown> {
  const { schema: _, ...definition } = definitionOf(collection)
  return {
    ...definition,
    ...(collection.type !== 'view' && { schema: collection.schema.map(fieldDefinition) }),
  }
}

/** Returns the parts of `CollectionChanges` that lead from one state of a collection to another. */
function changesOf(before: Collection, after: Collection): Record<string, unknown> {
  const isChanged = (key: keyof Collection) => !isSame(before[key], after[key])
  return {
    ...(isChanged('name') && { name: after.name }),
    ...Object.fromEntries(ruleNames.filter(isChanged).map(rule => [rule, after[rule]])),
    ...fieldChanges(before, after),
    ...(isChanged('indexes') && { indexes: after.indexes }),
    ...(isChanged('options') && { options: after.options }),
    ...(isChanged('omittedDates') && { omittedDates: after.omittedDates ?? [] }),
    ...(isChanged('ruleTests') && { ruleTests: after.ruleTests ?? [] }),
  }
}

/** Returns the call of a method. The last argument can take several lines. */
function call(name: string, ...args: [...string[], unknown]): string {
  const last = args.pop()
  const start = `${indent}await collections.${name}(${args.map(arg => `${printValue(arg)}, `).join('')}`
  return `${start}${printValue(last, indent, start.length)})\n`
}

const refersToItself = (collection: Collection): boolean => collection.schema.some(field => refersTo(field, collection))

/** Creates collections: several together, because they can refer to each other. */
function creationOf(created: readonly Collection[]): string {
  const [only] = created
  if (!only) return ''
  return created.length === 1 && !refersToItself(only)
    ? call('create', newCollection(only))
    : call('import', created.map(newCollection))
}

/** The field of a collection whose other fields are removed. */
const lastField = { name: 'last', type: 'bool' }

/** Deletes collections. Fields with which they refer to each other are removed before. */
function deletionOf(deleted: readonly Collection[]): string {
  const detached = mutualReferences(deleted).map(({ collection, fields, isEmpty }) => {
    const changes = { removeFields: fields.map(({ name }) => name), ...(isEmpty && { addFields: [lastField] }) }
    return call('update', collection.name, changes)
  })
  return [...detached, ...deleted.map(({ name }) => call('delete', name))].join('')
}

function bodyOf(changes: readonly CollectionChange[]): string {
  const updates = changes.map(change =>
    change.kind === 'updated' ? call('update', change.before.name, changesOf(change.before, change.after)) : '',
  )
  return creationOf(createdBy(changes)) + updates.join('') + deletionOf(deletedBy(changes))
}

/** Writes changes of collections as a native migration. */
export function nativeText(changes: readonly CollectionChange[]): string {
  return `import type { Migration } from 'coffer'

export async function up({ collections }: Migration) {
${bodyOf(changes)}}

export async function down({ collections }: Migration) {
${bodyOf(inverseOf(changes))}}
`
}
