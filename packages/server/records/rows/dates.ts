import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { memoizeByObject } from '../../runtime/cache/memoizeByObject.ts'
import { nowAfter } from '../../runtime/now.ts'
import type { StoredRecord } from './StoredRecord.ts'

/** The names of the autodate fields by when they are set. */
const autodatesOf = memoizeByObject(({ schema }: Collection) => {
  const namesOf = (moment: 'onCreate' | 'onUpdate') =>
    schema.filter(field => fieldType(field).setsDate?.(field.options)[moment]).map(({ name }) => name)
  return { onCreate: namesOf('onCreate'), onUpdate: namesOf('onUpdate') }
})

const atMoment = (names: readonly string[], moment: string) => Object.fromEntries(names.map(name => [name, moment]))

/** Whether each update of a record sets the column to the current time. */
export function isUpdateDate(collection: Collection, column: string): boolean {
  return column === 'updated' || autodatesOf(collection).onUpdate.includes(column)
}

/** Returns the dates that the creation of a record sets. */
export function creationDates(collection: Collection, moment: string): Record<string, string> {
  return { created: moment, updated: moment, ...atMoment(autodatesOf(collection).onCreate, moment) }
}

/** Returns the dates that an update of a record sets, with the current time. */
export function updateDates({ collection, values }: StoredRecord): Record<string, string> {
  const moment = nowAfter(values)
  return { updated: moment, ...atMoment(autodatesOf(collection).onUpdate, moment) }
}
