import { type Collection, ruleNames } from '@coffer/schema'
import { isSame } from './definitionOf.ts'
import { type CollectionChange, createdBy, deletedBy, mutualReferences } from './findChanges.ts'

const reference = '/// <reference path="../pb_data/types.d.ts" />\n'

/** Prints JSON whose further lines continue at an indentation. */
const json = (value: unknown, indent = '  '): string => JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)

const parts = ['name', 'type', 'system', ...ruleNames, 'options', 'indexes'] as const

/** Returns a collection with the keys of 0.22 in their order. */
function collectionOf(collection: Collection): object {
  const { id, created, updated, name, type, system, schema, indexes, options } = collection
  const rules = Object.fromEntries(ruleNames.map(rule => [rule, collection[rule]]))
  return { id, created, updated, name, type, system, schema, indexes, ...rules, options }
}

/** Creates collections: several together, because they can refer to each other. */
function creation(created: readonly Collection[]): string {
  const [only] = created
  if (only && created.length === 1)
    return `  const collection = new Collection(${json(collectionOf(only))});

  return Dao(db).saveCollection(collection);
`
  return `  const collections = ${json(created.map(collectionOf))}.map((item) => new Collection(item));

  return Dao(db).importCollections(collections, false, null);
`
}

const find = ({ id }: Collection): string => `dao.findCollectionByNameOrId("${id}")`

/** Deletes collections. Fields with which they refer to each other are removed before. */
function deletion(deleted: readonly Collection[]): string {
  const [only] = deleted
  if (only && deleted.length === 1)
    return `  const dao = new Dao(db);
  const collection = ${find(only)};

  return dao.deleteCollection(collection);
`
  const detached = mutualReferences(deleted).map(({ collection, fields, isEmpty }) => {
    const removed = fields.map(({ id }) => `    collection.schema.removeField("${id}")\n`).join('')
    const last = isEmpty ? '    collection.schema.addField(new SchemaField({ "name": "last", "type": "bool" }))\n' : ''
    return `  {\n    const collection = ${find(collection)}\n${removed}${last}    dao.saveCollection(collection)\n  }\n`
  })
  const deletions = deleted.map(collection => `  dao.deleteCollection(${find(collection)})\n`)
  return `  const dao = new Dao(db);\n${[...detached, ...deletions].join('')}`
}

/** Returns the statements that change the fields of a table. Those of a view follow from its query. */
function fieldStatements(before: Collection, after: Collection): string[] {
  if (after.type === 'view') return []
  const former = new Map(before.schema.map(field => [field.id, field]))
  const add = (note: string, field: object) => `  // ${note}\n  collection.schema.addField(new SchemaField(${json(field)}))\n`
  return [
    ...before.schema
      .filter(({ id }) => !after.schema.some(field => field.id === id))
      .map(({ id }) => `  // remove\n  collection.schema.removeField("${id}")\n`),
    ...after.schema.filter(({ id }) => !former.has(id)).map(field => add('add', field)),
    ...after.schema
      .filter(field => former.has(field.id) && !isSame(former.get(field.id), field))
      // A stored field stays hidden while `hidden` is left out.
      .map(field => add('update', { ...field, ...(former.get(field.id)?.hidden && { hidden: field.hidden === true }) })),
  ]
}

function update(before: Collection, after: Collection): string {
  const changed = parts
    .filter(part => !isSame(before[part], after[part]))
    .map(part => `  collection.${part} = ${json(after[part])}\n`)
    .join('')
  const statements = [...(changed === '' ? [] : [changed]), ...fieldStatements(before, after)]
  return `  const dao = new Dao(db)
  const collection = ${find(before)}

${statements.map(statement => `${statement}\n`).join('')}  return dao.saveCollection(collection)
`
}

/** Writes the changes of one file as PocketBase 0.22 does: of one collection, or the creation or deletion of several. */
export function scriptText(changes: readonly CollectionChange[]): string {
  const created = createdBy(changes)
  const deleted = deletedBy(changes)
  const [change] = changes
  const [up, down] =
    change?.kind === 'updated'
      ? [update(change.before, change.after), update(change.after, change.before)]
      : created.length > 0
        ? [creation(created), deletion(created)]
        : [deletion(deleted), creation(deleted)]
  return `${reference}migrate((db) => {\n${up}}, (db) => {\n${down}})\n`
}
