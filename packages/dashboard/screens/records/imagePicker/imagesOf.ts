import { type Field, fileKind } from '@coffer/fields'
import type { RecordJson } from '@coffer/fields/ui'

/** An image of a record. */
export interface RecordImage {
  /** The same for the same image, also after its record was read again. */
  key: string
  record: RecordJson
  field: Field
  name: string
}

/** The images among the files of records, in the order of the records. */
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
