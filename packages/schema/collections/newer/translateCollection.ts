import * as v from 'valibot'
import { parseIndex } from '../../indexes/parseIndex.ts'
import type { NewerAuthCollection } from '../auth/AuthPart.ts'
import { type RuleName, ruleNames } from '../CollectionDraft.ts'
import type { ImportedCollection } from '../import/readImport.ts'
import { dateNames } from '../recordDates.ts'
import { reservedAuthNames, reservedNames } from '../reservedNames.ts'
import { ImportNotes } from './ImportNote.ts'
import { type NewerCollection, type NewerField, newerAuthOptions } from './NewerCollection.ts'
import { noteFixedField } from './noteFixedField.ts'
import { authColumns, translateAuth } from './translateAuth.ts'
import { translateField } from './translateField.ts'
import { translateRule } from './translateRule.ts'

type IsChanged = NewerAuthCollection['isChanged']

/** A collection of a newer directory in the format of 0.22. */
export interface TranslatedCollection {
  collection: ImportedCollection
  /** The columns of its table, with their names in the newer directory. */
  columns: ReadonlyMap<string, string>
}

const dates = { created: { onCreate: true, onUpdate: false }, updated: { onCreate: true, onUpdate: true } }
const isDate = (name: string): name is keyof typeof dates => Object.hasOwn(dates, name)

function noteDate({ name }: NewerCollection, field: NewerField & { name: keyof typeof dates }, notes: ImportNotes): void {
  const { onCreate, onUpdate } = dates[field.name]
  const subject = `${name}.${field.name}`
  const isUsual = field.type === 'autodate' && field.onCreate === onCreate && (field.onUpdate ?? false) === onUpdate
  if (isUsual) return
  const moment = field.name === 'created' ? 'when a record is created' : 'with each change of a record'
  const advice = `The server sets "${field.name}" ${moment}. Send it as an autodate with "onCreate": ${onCreate} and "onUpdate": ${onUpdate}, or leave it out.`
  if (field.type === 'autodate' || field.type === 'date') notes.changed(subject, `The server sets it ${moment}.`, advice)
  else notes.cannot(subject, `The server has a field "${field.name}" of its own, for a date.`, advice)
}

/** Whether a field is a column that every record has. */
function isFixed(collection: NewerCollection, field: NewerField): boolean {
  if (field.name === 'id' || isDate(field.name)) return true
  return collection.type === 'auth' && Object.values(authColumns).includes(field.name)
}

function isReserved(collection: NewerCollection, { name }: NewerField): boolean {
  return reservedNames.includes(name) || (collection.type === 'auth' && reservedAuthNames.includes(name))
}

function fieldsOf(collection: NewerCollection, notes: ImportNotes) {
  return collection.fields.flatMap(field => {
    if (isFixed(collection, field)) {
      if (isDate(field.name)) noteDate(collection, { ...field, name: field.name }, notes)
      else noteFixedField(collection, field, notes)
      return []
    }
    if (isReserved(collection, field)) {
      notes.cannot(
        `${collection.name}.${field.name}`,
        'The name is reserved. Rename the field first.',
        `The name "${field.name}" is reserved. Send another one.`,
      )
      return []
    }
    return translateField(collection.name, field, notes) ?? []
  })
}

/** Returns the indexes to create. Leaves out what every auth table gets anyway, and indexes on columns that are not imported. */
function indexesOf(collection: NewerCollection, columns: ReadonlyMap<string, string>, notes: ImportNotes): string[] {
  const known = new Set(columns.keys())
  return collection.indexes.filter(statement => {
    const index = parseIndex(statement)
    if (!index) return true
    const [only, second] = index.columns
    const isOwn = index.isUnique && second === undefined && ['username', 'email', 'tokenKey'].includes(only?.name ?? '')
    if (collection.type === 'auth' && isOwn) return false
    const missing = index.columns.find(({ name }) => /^\w+$/.test(name) && !known.has(name))
    if (missing)
      notes.changed(
        `${collection.name}.${index.name}`,
        `The index is left out, because "${missing.name}" is.`,
        `There is no field "${missing.name}". Send the index without it, or add the field.`,
      )
    return !missing
  })
}

function columnsOf(collection: NewerCollection, fields: readonly { name: string }[]): ReadonlyMap<string, string> {
  const present = new Set(collection.fields.map(({ name }) => name))
  const fixed = Object.entries({ id: 'id', created: 'created', updated: 'updated' })
  const auth = collection.type === 'auth' ? Object.entries(authColumns) : []
  return new Map([
    ...[...fixed, ...auth].filter(([, from]) => present.has(from)),
    ...fields.map(({ name }) => [name, name] as const),
  ])
}

function optionsOf(
  { type, name, fields, options }: NewerCollection,
  notes: ImportNotes,
  isChanged: IsChanged,
): Record<string, unknown> | undefined {
  if (type === 'view') return { query: options.viewQuery ?? '' }
  if (type !== 'auth') return {}
  const read = newerAuthOptions.safeParse(options)
  try {
    if (read.success) return { ...translateAuth({ name, fields, options: read.data, unparsed: options, notes, isChanged }) }
    notes.cannot(name, `Its options cannot be read: ${read.problem}.`)
  } catch (error) {
    if (!(error instanceof v.ValiError)) throw error
    notes.cannot(
      name,
      `Its options cannot be read: ${v.getDotPath(error.issues[0]) ?? 'they'} must be ${error.issues[0].expected}.`,
    )
  }
  return undefined
}

/**
 * Translates a collection of PocketBase 0.23 or later into the format of 0.22, and notes what changes. Returns undefined for one
 * that can only be left out. What cannot be held as strictly is left out, and never opened.
 * @param isChanged whether an option is translated; the others keep what is stored
 */
export function translateCollection(
  newer: NewerCollection,
  notes: ImportNotes,
  isChanged: IsChanged = () => true,
): TranslatedCollection | undefined {
  const isView = newer.type === 'view'
  const hidden = isView ? newer.fields.find(field => field.hidden === true) : undefined
  if (hidden) notes.cannot(newer.name, `Its query selects "${hidden.name}", which is hidden and would be visible.`)
  // The fields of a view follow from its query.
  const schema = fieldsOf(newer, isView ? new ImportNotes(new Set()) : notes)
  const columns = columnsOf(newer, schema)
  const options = hidden ? undefined : optionsOf(newer, notes, isChanged)
  if (!options) return undefined
  const omittedDates = isView ? [] : dateNames.filter(date => !columns.has(date))
  for (const date of omittedDates)
    notes.writtenOut(`${newer.name}.${date}`, 'The server stores the time of the import, but records do not show it.')
  const { id, created, updated, name, type, system } = newer
  const rules = Object.fromEntries(ruleNames.map(rule => [rule, translateRule(newer[rule])])) as Record<RuleName, string | null>
  const indexes = indexesOf(newer, columns, notes)
  const omitted = { omittedDates: omittedDates.length > 0 ? omittedDates : undefined }
  return { collection: { id, created, updated, name, type, system, schema, indexes, ...rules, ...omitted, options }, columns }
}
