import { ownValue } from '../ownValue.ts'
import type { RecordJson } from '../RecordJson.ts'

/** Returns the expanded records of a relation by id. */
export function relatedRecords(record: RecordJson | undefined, name: string): ReadonlyMap<string, RecordJson> {
  const related = ownValue(record?.expand, name) ?? []
  return new Map([related].flat().map(each => [each.id, each]))
}
