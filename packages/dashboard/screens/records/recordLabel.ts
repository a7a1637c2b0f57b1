import { abilitiesOf } from '@coffer/fields/abilities'
import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'

const longest = 70

/** Fields that name a record where no field is marked presentable, best first. */
const telling = ['title', 'name', 'slug', 'email', 'username', 'nickname', 'label', 'heading', 'message', 'key', 'identifier']

/** The fields whose values stand for a record of the collection. */
export function labelNames(collection: Collection | undefined): string[] {
  const presentable =
    collection?.schema.filter(field => field.presentable && !abilitiesOf(field).holdsFiles).map(field => field.name) ?? []
  return presentable.length > 0 ? presentable : telling
}

/** A record in one line: its presentable values, else the first telling one, else its id. */
export function recordLabel(record: RecordJson, collections: readonly Collection[]): string {
  const collection = collections.find(({ id }) => id === record.collectionId)
  const hasPresentable = collection?.schema.some(field => field.presentable && !abilitiesOf(field).holdsFiles) ?? false
  const texts = labelNames(collection)
    .map(name => textOf(record[name]))
    .filter(text => text !== '')
  const label = hasPresentable ? texts.join(', ') : texts[0]
  return cut(label || record.id)
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
