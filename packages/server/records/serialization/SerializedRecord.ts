import type { Collection } from '@coffer/schema'
import { memoizeByObject } from '../../cache/memoizeByObject.ts'
import type { Row } from '../../db/engine.ts'
import { JsonSource } from '../../messages/json.ts'
import { recordJson } from '../../rows/recordJson.ts'
import { rowOf, type StoredRecord } from '../../rows/StoredRecord.ts'
import { charactersIn } from '../../runtime/charactersIn.ts'
import { type RowView, serializePlainRow, serializeRow } from './serializeRow.ts'

/** The expanded records, by segment of the expand list. */
export type Related = ReadonlyMap<string, SerializedRecord | readonly SerializedRecord[]>

interface Options extends RowView {
  collection: Collection
  row: Row
  related: Related
}

const isList = (found: SerializedRecord | readonly SerializedRecord[]): found is readonly SerializedRecord[] =>
  Array.isArray(found)

/** Sorts by key in byte order, whatever the order of the expand list. */
const inOrder = (related: Related) => [...related].sort(([a], [b]) => (a < b ? -1 : 1))

/** A record as its requester sees it, which can be turned into JSON. */
export class SerializedRecord extends JsonSource {
  readonly #options: Options
  #text: string | undefined

  constructor(options: Options) {
    super()
    this.#options = options
  }

  get length(): number {
    const { row, related } = this.#options
    let length = charactersIn(row)
    for (const found of related.values()) {
      for (const one of isList(found) ? found : [found]) length += one.length
    }
    return length
  }

  text(): string {
    this.#text ??= this.parts().join('')
    return this.#text
  }

  value(): Record<string, unknown> {
    const { collection, row, showsEmail, related } = this.#options
    const json = recordJson(collection, row, { showsEmail })
    if (related.size > 0) {
      json.expand = Object.fromEntries(
        inOrder(related).map(([segment, found]) => [segment, isList(found) ? found.map(one => one.value()) : found.value()]),
      )
    }
    return json
  }

  /** Returns each expanded record as a separate part, because many records may share its text. */
  override parts(): string[] {
    const { collection, row, related, showsEmail, isCacheable } = this.#options
    if (related.size === 0 && !isCacheable) {
      this.#text ??= serializePlainRow(collection, row, showsEmail)
      return [this.#text]
    }
    const { before, after } = serializeRow(collection, row, this.#options)
    if (related.size === 0) return [`{${before},${after}}`]
    const parts: string[] = []
    let lead = `{${before},"expand":{`
    for (const [segment, found] of inOrder(related)) {
      const text = isList(found) ? `[${found.map(one => one.text()).join(',')}]` : found.text()
      parts.push(`${lead}${JSON.stringify(segment)}:`, text)
      lead = ','
    }
    parts.push(`},${after}}`)
    return parts
  }
}

/**
 * Returns a record of a collection without hidden emails, which every requester sees alike. Cached, because a change serializes its
 * record for the response and for subscribers, and serializing takes about 10 µs of a writer's time.
 */
export const publicRecord = memoizeByObject(
  (record: StoredRecord) =>
    new SerializedRecord({
      collection: record.collection,
      row: rowOf(record),
      showsEmail: false,
      isCacheable: false,
      related: new Map(),
    }),
)
