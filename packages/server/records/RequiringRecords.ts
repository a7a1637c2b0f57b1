import { fieldType, listTexts } from '@coffer/fields'
import { Rejection } from '../errors/Rejection.ts'
import type { StoredRecord } from './rows/StoredRecord.ts'

/** Maximum number of records that are retained: about 10 MB. Far more than a complete preview counts. */
const maxRetained = 100_000

/** Returns the rejection of a deletion that a required relation of a record prevents. */
export function requiredBy(collectionName: string, id: unknown): Rejection {
  const place = `record ${id} (${collectionName} collection)`
  const cause = new Error(`the record cannot be deleted because it is part of a required reference in ${place}`)
  return new Rejection('conflict', { code: 'recordNotDeleted', cause })
}

/** Whether a cascade can still delete a record. Deletions only remove ids, so a record without an id in such a field stays. */
function canCascade({ collection, values }: StoredRecord): boolean {
  return collection.schema.some(
    field => fieldType(field).cascadesDelete?.(field.options) === true && listTexts(values[field.name]).length > 0,
  )
}

/**
 * The records that require records which a truncation has deleted. They prevent it only if they still exist at its end, so that its
 * outcome does not depend on the order of its batches.
 */
export class RequiringRecords {
  /** Ids by the name of the collection. */
  readonly #ids = new Map<string, Set<string>>()
  #count = 0

  /** @throws Rejection `conflict` when no cascade can delete the record any more, or when there are too many records */
  add(record: StoredRecord): void {
    const { collection, values } = record
    if (this.#count >= maxRetained || !canCascade(record)) throw requiredBy(collection.name, values.id)
    const known = this.#ids.get(collection.name) ?? new Set()
    this.#ids.set(collection.name, known)
    this.#count += known.has(String(values.id)) ? 0 : 1
    known.add(String(values.id))
  }

  /** Removes records that were deleted. */
  remove(collectionName: string, ids: readonly string[]): void {
    for (const id of ids) this.#count -= Number(this.#ids.get(collectionName)?.delete(id) === true)
  }

  /** @throws Rejection `conflict` when one of the records still exists */
  assertNone(): void {
    for (const [collectionName, [id]] of this.#ids) if (id !== undefined) throw requiredBy(collectionName, id)
  }
}
