import type { Field } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'

const longest = 70
/** Files of one field that stand beside the text. */
const mostFiles = 5

/** Fields that name a record where no field is marked presentable, best first. */
const telling = ['title', 'name', 'slug', 'email', 'username', 'nickname', 'label', 'heading', 'message', 'key', 'identifier']

/** A file that stands for a record, and the field that holds it. */
export interface LabelFile {
  field: Field
  name: string
}

/** A record in one line: its presentable values, else the first telling one, else its id. */
export function recordLabel(record: RecordJson, collections: readonly Collection[]): string {
  const collection = collectionOf(record, collections)
  const presentable = presentableTexts(collection)
  const texts = (presentable.length > 0 ? presentable.map(({ name }) => name) : telling)
    .map(name => valueText(record, name, collections))
    .filter(text => text !== '')
  const label = presentable.length > 0 ? texts.join(', ') : texts[0]
  return cut(label || record.id)
}

/** The files that stand for a record beside its text, at most 5 of each field. */
export function labelFiles(record: RecordJson, collections: readonly Collection[]): LabelFile[] {
  return fileFields(collectionOf(record, collections)).flatMap(field =>
    [record[field.name]]
      .flat()
      .filter((name): name is string => typeof name === 'string' && name !== '')
      .slice(0, mostFiles)
      .map(name => ({ field, name })),
  )
}

/** What is asked of the server for records of which only their lines are shown. */
export interface LabelRequest {
  expand: string[]
  fields: string[]
}

/** The values that a record's line is made of; a presentable relation brings along the lines of what it refers to. */
export function labelRequest(collection: Collection | undefined, collections: readonly Collection[], depth = 1): LabelRequest {
  const presentable = presentableTexts(collection)
  const names = presentable.length > 0 ? presentable.map(({ name }) => name) : tellingNames(collection)
  const html = new Set(collection?.schema.filter(field => abilitiesOf(field).holdsHtml).map(({ name }) => name))
  const request: LabelRequest = {
    expand: [],
    fields: [
      ...['id', 'collectionId', 'collectionName'],
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

/** Those of the telling names that the collection's records have. */
function tellingNames(collection: Collection | undefined): string[] {
  if (collection === undefined) return telling
  const account = collection.type === 'auth' ? ['username', 'email'] : []
  return telling.filter(name => account.includes(name) || collection.schema.some(field => field.name === name))
}

function collectionOf(record: RecordJson, collections: readonly Collection[]): Collection | undefined {
  return collections.find(({ id }) => id === record.collectionId)
}

function presentableTexts(collection: Collection | undefined): Field[] {
  return collection?.schema.filter(field => field.presentable && !abilitiesOf(field).holdsFiles) ?? []
}

/** The presentable files; where nothing is presentable at all, those of the first field for a single image. */
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

/** The text of a value; of a relation the lines of the records that came along. */
function valueText(record: RecordJson, name: string, collections: readonly Collection[]): string {
  const expanded = record.expand?.[name]
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
  const letters = Array.from(text.slice(0, longest * 2 + 2))
  return letters.length > longest ? `${letters.slice(0, longest).join('')}…` : text
}
