import { type IndexDefinition, parseIndex, printIndex } from '@coffer/schema'
import { randomIndexName } from './randomIndexName.ts'

const noColumns = /\(\s*\)/
const placeholder = '_'

/** What a statement says that may have no columns yet; undefined for one that is no CREATE INDEX statement. */
export function readDraft(statement: string): IndexDefinition | undefined {
  const index = parseIndex(statement)
  if (index !== undefined || !noColumns.test(statement)) return index
  const filled = parseIndex(statement.replace(noColumns, `(${placeholder})`))
  return filled && { ...filled, columns: [] }
}

/** What a new index of a collection begins with. It follows the collection's name, which may still be missing. */
export function newIndex(collection: string): string {
  return printIndex({
    isUnique: false,
    isOptional: false,
    schema: '',
    name: randomIndexName(),
    table: collection === '' ? 'collection' : collection,
    columns: [],
    where: '',
  })
}

const isNamed =
  (column: string) =>
  ({ name }: { name: string }): boolean =>
    name.toLowerCase() === column.toLowerCase()

export const hasColumn = (statement: string, column: string): boolean =>
  readDraft(statement)?.columns.some(isNamed(column)) ?? false

/** Adds a column at the end, or takes it out; the same statement where it cannot be read. */
export function toggleColumn(statement: string, column: string): string {
  const index = readDraft(statement)
  if (index === undefined) return statement
  const others = index.columns.filter(each => !isNamed(column)(each))
  const columns = others.length < index.columns.length ? others : [...others, { name: column, collate: '', sort: '' as const }]
  return printIndex({ ...index, columns })
}

/** Sets whether no two records may have the same values in the columns; the same statement where it cannot be read. */
export function setUnique(statement: string, isUnique: boolean): string {
  const index = readDraft(statement)
  return index === undefined ? statement : printIndex({ ...index, isUnique })
}

/** Why a statement cannot be taken as it is; undefined for one that can. */
export function draftIssue(statement: string): string | undefined {
  if (parseIndex(statement) !== undefined) return undefined
  return readDraft(statement)
    ? 'Choose at least one column.'
    : 'Must be a CREATE INDEX statement with a name, a table and columns.'
}
