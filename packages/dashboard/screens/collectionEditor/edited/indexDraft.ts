import { type IndexDefinition, parseIndex, printIndex } from '@coffer/schema'
import { customAlphabet } from 'nanoid'

const randomText = customAlphabet('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 7)

/** Generates a random index name, such as `idx_x7Gf2Qa`. */
export function randomIndexName(): string {
  return `idx_${randomText()}`
}

const noColumns = /\(\s*\)/
const placeholder = '_'

/** Parses a CREATE INDEX statement that may still have no columns. Returns undefined for other statements. */
export function readDraft(statement: string): IndexDefinition | undefined {
  const index = parseIndex(statement)
  if (index !== undefined || !noColumns.test(statement)) return index
  const filled = parseIndex(statement.replace(noColumns, `(${placeholder})`))
  return filled && { ...filled, columns: [] }
}

/** Returns the initial statement of a new index. Uses a placeholder if the collection has no name yet. */
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

export function hasColumn(statement: string, column: string): boolean {
  return readDraft(statement)?.columns.some(isNamed(column)) ?? false
}

/** Appends a column, or removes it. Returns an invalid statement unchanged. */
export function toggleColumn(statement: string, column: string): string {
  const index = readDraft(statement)
  if (index === undefined) return statement
  const others = index.columns.filter(each => !isNamed(column)(each))
  const columns = others.length < index.columns.length ? others : [...others, { name: column, collate: '', sort: '' as const }]
  return printIndex({ ...index, columns })
}

/** Adds or removes UNIQUE. Returns an invalid statement unchanged. */
export function setUnique(statement: string, isUnique: boolean): string {
  const index = readDraft(statement)
  return index === undefined ? statement : printIndex({ ...index, isUnique })
}

/** Returns why a statement is invalid; undefined if it is valid. */
export function draftIssue(statement: string): string | undefined {
  if (parseIndex(statement) !== undefined) return undefined
  return readDraft(statement)
    ? 'Choose at least one column.'
    : 'Must be a CREATE INDEX statement with a name, a table and columns.'
}
