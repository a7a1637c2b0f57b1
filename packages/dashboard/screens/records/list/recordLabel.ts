import type { Field } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import { ownValue } from '@coffer/fields/ownValue'
import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'

const maxLabelCharacters = 70
/** Maximum number of files per field beside the label. */
const maxFilesPerField = 5

/** Field names that usually identify a record, in order of preference. Used if no field is presentable. */
const labelNames = ['title', 'name', 'slug', 'email', 'username', 'nickname', 'label', 'heading', 'message', 'key', 'identifier']

/** A file that represents a record, with its field. */
export interface LabelFile {
  field: Field
  name: string
}

/** Returns a record in one line: its presentable values, otherwise the first value of `labelNames`, otherwise its id. */
export function recordLabel(record: RecordJson, collections: readonly Collection[]): string {
  const collection = collectionOf(record, collections)
  const presentable = presentableTexts(collection)
  const texts = (presentable.length > 0 ? presentable.map(({ name }) => name) : labelNames)
    .map(name => valueText(record, name, collections))
    .filter(text => text !== '')
  const label = presentable.length > 0 ? texts.join(', ') : texts[0]
  return cut(label || record.id)
}

/** Returns the files that represent a record beside its label. */
export function labelFiles(record: RecordJson, collections: readonly Collection[]): LabelFile[] {
  return fileFields(collectionOf(record, collections)).flatMap(field =>
    [record[field.name]]
      .flat()
      .filter((name): name is string => typeof name === 'string' && name !== '')
      .slice(0, maxFilesPerField)
      .map(name => ({ field, name })),
  )
}

/** The request parameters for records that are shown only by label. */
export interface LabelRequest {
  expand: string[]
  fields: string[]
}

/** Returns the fields that a record's label needs, including the label fields of presentable relations. */
export function labelRequest(collection: Collection | undefined, collections: readonly Collection[], depth = 1): LabelRequest {
  const presentable = presentableTexts(collection)
  const names = presentable.length > 0 ? presentable.map(({ name }) => name) : existingLabelNames(collection)
  const html = new Set(collection?.schema.filter(field => abilitiesOf(field).holdsHtml).map(({ name }) => name))
  const request: LabelRequest = {
    expand: [],
    fields: [
      'id',
      'collectionId',
      'collectionName',
      ...names.map(name => (html.has(name) ? `${name}:excerpt(200)` : name)),
      ...fileFields(collection).map(({ name }) => name),
    ],
  }
  for (const field of depth > 0 ? presentable : []) {
    const targetId = abilitiesOf(field).refersTo?.(field.options)
    if (targetId === undefined) continue
    const target = labelRequest(
      collections.find(({ id }) => id === targetId),
      collections,
      depth - 1,
    )
    request.expand.push(field.name, ...target.expand.map(name => `${field.name}.${name}`))
    request.fields.push(...target.fields.map(name => `expand.${field.name}.${name}`))
  }
  return request
}

/** Returns the label names that exist in the collection. */
function existingLabelNames(collection: Collection | undefined): string[] {
  if (collection === undefined) return labelNames
  const account = collection.type === 'auth' ? ['username', 'email'] : []
  return labelNames.filter(name => account.includes(name) || collection.schema.some(field => field.name === name))
}

function collectionOf(record: RecordJson, collections: readonly Collection[]): Collection | undefined {
  return collections.find(({ id }) => id === record.collectionId)
}

function presentableTexts(collection: Collection | undefined): Field[] {
  return collection?.schema.filter(field => field.presentable && !abilitiesOf(field).holdsFiles) ?? []
}

/** Returns the presentable file fields. If no field is presentable, returns the first field for a single image. */
function fileFields(collection: Collection | undefined): Field[] {
  const presentable = collection?.schema.filter(field => field.presentable) ?? []
  if (presentable.length > 0) return presentable.filter(field => abilitiesOf(field).holdsFiles)
  return collection?.schema.filter(holdsOneImage).slice(0, 1) ?? []
}

function holdsOneImage(field: Field): boolean {
  const rules = abilitiesOf(field).holdsFiles?.(field.options)
  if (rules === undefined || rules.maxFiles !== 1) return false
  return rules.mimeTypes.length > 0 && rules.mimeTypes.every(type => type.startsWith('image/'))
}

/** Returns the text of a value, or the labels of an expanded relation. */
function valueText(record: RecordJson, name: string, collections: readonly Collection[]): string {
  const expanded = ownValue(record.expand, name)
  if (expanded === undefined) return textOf(record[name])
  return [expanded]
    .flat()
    .map(target => recordLabel(target, collections))
    .join(', ')
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function cut(text: string): string {
  const letters = Array.from(text.slice(0, maxLabelCharacters * 2 + 2))
  return letters.length > maxLabelCharacters ? `${letters.slice(0, maxLabelCharacters).join('')}…` : text
}
