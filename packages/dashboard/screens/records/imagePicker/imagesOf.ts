import { type Field, fileKind } from '@coffer/fields'
import type { RecordJson } from '@coffer/fields/ui'

/** An image file of a record. */
export interface RecordImage {
  /** Identifies the image, and stays the same when the record is reloaded. */
  key: string
  record: RecordJson
  field: Field
  name: string
}

/** Returns the image files of records, in the order of the records. */
export function imagesOf(records: readonly RecordJson[], fields: readonly Field[]): RecordImage[] {
  return records.flatMap(record =>
    fields.flatMap(field =>
      [record[field.name]]
        .flat()
        .filter((name): name is string => typeof name === 'string' && fileKind(name) === 'image')
        .map(name => ({ key: [record.id, field.name, name].join('/'), record, field, name })),
    ),
  )
}
