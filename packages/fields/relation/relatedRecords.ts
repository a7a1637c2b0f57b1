import type { RecordJson } from '../RecordJson.ts'

/** The records that came along with a record for one of its relations, by their ids. */
export const relatedRecords = (record: RecordJson | undefined, name: string): ReadonlyMap<string, RecordJson> => {
  const related = record?.expand?.[name] ?? []
  return new Map([related].flat().map(each => [each.id, each]))
}
