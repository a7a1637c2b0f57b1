import type { Field } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection } from '@coffer/schema'

/** Returns whether a field's files can be images in a text: they are public, and the field accepts images. */
function holdsImages(field: Field): boolean {
  const rules = abilitiesOf(field).holdsFiles?.(field.options)
  if (rules === undefined || rules.protected) return false
  return rules.mimeTypes.length === 0 || rules.mimeTypes.some(type => type.startsWith('image/'))
}

/** Returns the fields of a collection that can contain images. */
export function imageFields({ schema }: Collection): Field[] {
  return schema.filter(holdsImages)
}

/** Returns the collections that can contain images. Views are left out, since their files belong to other collections. */
export function imageCollections(collections: readonly Collection[]): Collection[] {
  return collections.filter(collection => collection.type !== 'view' && imageFields(collection).length > 0)
}

/** A size in which an image can be inserted. The value '' is the original size. */
export interface ImageSize {
  value: string
  label: string
}

/** The thumb size that the server generates for every file field. */
const defaultThumbSize = '100x100'

/** Returns the available sizes of a field's images. */
export function imageSizes(field: Field | undefined): ImageSize[] {
  const thumbs = (field && abilitiesOf(field).holdsFiles?.(field.options).thumbs) ?? []
  return [
    { value: '', label: 'Original size' },
    ...[...new Set([defaultThumbSize, ...thumbs])].map(size => ({ value: size, label: `${size} thumb` })),
  ]
}
