import type { Collection } from '@coffer/schema'

const reference = '/// <reference path="../pb_data/types.d.ts" />\n'

/** The content of a new migration. */
export const emptyMigration = `${reference}migrate((db) => {
  // add up queries...
}, (db) => {
  // add down queries...
})
`

/** Indents lines of JSON after the first. */
const indented = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')

/** Returns a migration that makes the collections what they are now. Collections and fields that are missing in it are deleted. */
export function snapshotMigration(collections: readonly Collection[]): string {
  return `${reference}migrate((db) => {
  const snapshot = ${indented(collections)}

  const collections = snapshot.map((item) => new Collection(item))

  return Dao(db).importCollections(collections, true, null)
}, (db) => {
  return null
})
`
}
