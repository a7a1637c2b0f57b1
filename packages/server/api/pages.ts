import { JsonSource } from '../messages/json.ts'
import type { Paging } from './parameters.ts'

/** Creates the response of a list. `total` is undefined if it was not requested. */
export function pageJson({ page, perPage }: Paging, total: number | undefined, items: unknown[]) {
  return {
    page,
    perPage,
    totalItems: total ?? -1,
    totalPages: total === undefined ? -1 : Math.ceil(total / perPage),
    items,
  }
}

/** Creates the response of a list of records, serialized from the records' JSON texts. */
export class RecordPage extends JsonSource {
  readonly #paging: Paging
  readonly #total: number | undefined
  readonly #records: readonly JsonSource[]
  readonly #readIds: () => string[]
  #length: number | undefined

  /** @param readIds returns the ids of the records, for what needs no more of them */
  constructor(paging: Paging, total: number | undefined, records: readonly JsonSource[], readIds: () => string[] = () => []) {
    super()
    this.#paging = paging
    this.#total = total
    this.#records = records
    this.#readIds = readIds
  }

  get length(): number {
    this.#length ??= this.#records.reduce((sum, record) => sum + record.length, 0)
    return this.#length
  }

  override get records(): number {
    return this.#records.length
  }

  /** Number of all records of the list; undefined if they were not counted. */
  get total(): number | undefined {
    return this.#total
  }

  /** Ids of the records, in the order of the list. */
  get ids(): string[] {
    return this.#readIds()
  }

  text(): string {
    const envelope = JSON.stringify(pageJson(this.#paging, this.#total, []))
    return `${envelope.slice(0, -'[]}'.length)}[${this.#records.map(record => record.text()).join(',')}]}`
  }

  value(): unknown {
    return pageJson(
      this.#paging,
      this.#total,
      this.#records.map(record => record.value()),
    )
  }
}
