import { JsonSource } from '../../../messages/json.ts'
import type { RecordFormat, VisibleRecord } from '../../../records/visible/VisibleRecord.ts'
import { charactersIn } from '../../../runtime/charactersIn.ts'
import { recordJson } from './recordJson.ts'
import { serializePlainRow, serializeRow } from './serializeRow.ts'

/** The expanded records, by segment of the expand list. */
type Related = ReadonlyMap<string, SerializedRecord | readonly SerializedRecord[]>

const isList = (found: SerializedRecord | readonly SerializedRecord[]): found is readonly SerializedRecord[] =>
  Array.isArray(found)

const textOf = (found: SerializedRecord | readonly SerializedRecord[]): string =>
  isList(found) ? `[${found.map(one => one.text()).join(',')}]` : found.text()

/** Sorts by key in byte order, whatever the order of the expand list. */
const inOrder = (related: Related) => [...related].sort(([a], [b]) => (a < b ? -1 : 1))

/** A visible record, which can be turned into JSON. */
class SerializedRecord extends JsonSource {
  readonly #record: VisibleRecord
  readonly #related: Related
  readonly #isCacheable: boolean
  #text: string | undefined

  constructor(record: VisibleRecord, related: Related, isCacheable: boolean) {
    super()
    this.#record = record
    this.#related = related
    this.#isCacheable = isCacheable
  }

  get length(): number {
    let length = charactersIn(this.#record.row)
    for (const found of this.#related.values()) {
      for (const one of isList(found) ? found : [found]) length += one.length
    }
    return length
  }

  text(): string {
    this.#text ??= this.#serialize()
    return this.#text
  }

  value(): Record<string, unknown> {
    const { collection, row } = this.#record
    const json = recordJson(collection, row, this.#record)
    if (this.#related.size > 0) {
      json.expand = Object.fromEntries(
        inOrder(this.#related).map(([segment, found]) => [
          segment,
          isList(found) ? found.map(one => one.value()) : found.value(),
        ]),
      )
    }
    return json
  }

  #serialize(): string {
    const { collection, row, showsEmail, showsHidden } = this.#record
    if (this.#related.size === 0 && !this.#isCacheable) return serializePlainRow(collection, row, this.#record)
    const { before, after } = serializeRow(collection, row, { showsEmail, showsHidden, isCacheable: this.#isCacheable })
    if (this.#related.size === 0) return `{${before},${after}}`
    const expand = inOrder(this.#related).map(([segment, found]) => `${JSON.stringify(segment)}:${textOf(found)}`)
    return `{${before},"expand":{${expand.join(',')}},${after}}`
  }
}

const nothing: Related = new Map()

/** Serializes visible records. A record that is expanded in several places is serialized only once. */
export function serializeRecords(records: readonly VisibleRecord[]): SerializedRecord[] {
  const cache = new Map<VisibleRecord, SerializedRecord>()
  const serialize = (record: VisibleRecord, isCacheable: boolean): SerializedRecord => {
    const before = cache.get(record)
    if (before) return before
    const related =
      record.expand.size === 0 ? nothing : new Map([...record.expand].map(([key, found]) => [key, below(found, isCacheable)]))
    const serialized = new SerializedRecord(record, related, isCacheable)
    cache.set(record, serialized)
    return serialized
  }
  const below = (found: VisibleRecord | readonly VisibleRecord[], isCacheable: boolean): SerializedRecord | SerializedRecord[] =>
    'row' in found ? serialize(found, isCacheable) : found.map(one => serialize(one, isCacheable || found.length > 1))
  return records.map(record => serialize(record, records.length > 1))
}

/** Serializes a single visible record, whose text is not worth caching. */
export function serializeRecord(record: VisibleRecord): SerializedRecord {
  return serializeRecords([record])[0] as SerializedRecord
}

/** The JSON of records in the API of 0.22. */
export const recordFormat: RecordFormat = {
  value: record => serializeRecord(record).value(),
  text: record => serializeRecord(record).text(),
  event: (action, recordText) => `{"record":${recordText},"action":"${action}"}`,
}
