import type { Field } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection } from '@coffer/schema'

/** A field whose images may stand in a text: anyone can open them, and its files may be images. */
function holdsImages(field: Field): boolean {
  const rules = abilitiesOf(field).holdsFiles?.(field.options)
  if (rules === undefined || rules.protected) return false
  return rules.mimeTypes.length === 0 || rules.mimeTypes.some(type => type.startsWith('image/'))
}

/** The fields of a collection that an image can be taken from. */
export function imageFields({ schema }: Collection): Field[] {
  return schema.filter(holdsImages)
}

/** The collections that an image can be taken from. A view shows files of others, whose addresses are theirs. */
export function imageCollections(collections: readonly Collection[]): Collection[] {
  return collections.filter(collection => collection.type !== 'view' && imageFields(collection).length > 0)
}

/** A size in which an image can be inserted; '' is that of the file. */
export interface ImageSize {
  value: string
  label: string
}

const always = '100x100'

/** The sizes in which a field's images can be had. */
export function imageSizes(field: Field | undefined): ImageSize[] {
  const thumbs = (field && abilitiesOf(field).holdsFiles?.(field.options).thumbs) ?? []
  return [
    { value: '', label: 'Original size' },
    ...[...new Set([always, ...thumbs])].map(size => ({ value: size, label: `${size} thumb` })),
  ]
}
