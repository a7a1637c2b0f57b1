import { badRequest } from '../errors/ApiError.ts'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import { JsonSource } from '../messages/JsonSource.ts'

/** The part of a list that a request asks for. */
export interface Paging {
  page: number
  perPage: number
  skipTotal: boolean
}

const standardPage = 30
const largestPage = 500
const yes = ['1', 't', 'T', 'TRUE', 'true', 'True']
const no = ['0', 'f', 'F', 'FALSE', 'false', 'False']

/** The first value of a query parameter; undefined when it is absent or empty. */
export const parameter = (request: ApiRequest, name: string): string | undefined =>
  request.query.find(([key]) => key === name)?.[1] || undefined

const int64 = 2n ** 63n

const wholeNumber = (text: string | undefined): number => {
  if (text === undefined) return 0
  if (!/^[+-]?\d+$/.test(text)) throw badRequest()
  const value = BigInt(text)
  if (value < -int64 || value >= int64) throw badRequest()
  return Number(value)
}

const flag = (text: string | undefined): boolean => {
  if (text === undefined || no.includes(text)) return false
  if (yes.includes(text)) return true
  throw badRequest()
}

/**
 * Reads `page`, `perPage` and `skipTotal`; zero and below fall back to the first page and to 30 items, 500 is the most.
 * @throws ApiError 400 for anything that is no boolean or no whole number of 64 bits
 */
export const readPaging = (request: ApiRequest): Paging => {
  const page = wholeNumber(parameter(request, 'page'))
  const perPage = wholeNumber(parameter(request, 'perPage'))
  return {
    page: page > 0 ? page : 1,
    perPage: perPage > 0 ? Math.min(perPage, largestPage) : standardPage,
    skipTotal: flag(parameter(request, 'skipTotal')),
  }
}

/** How many records come before a page, as far as a table can have as many. */
export const offsetOf = ({ page, perPage }: Paging): number => Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)

/** The envelope of a list; `total` is undefined when it was not asked for. */
export const pageJson = ({ page, perPage }: Paging, total: number | undefined, items: unknown[]) => ({
  page,
  perPage,
  totalItems: total ?? -1,
  totalPages: total === undefined ? -1 : Math.ceil(total / perPage),
  items,
})

/** The envelope of a list of records, whose text is made of their texts. */
export class RecordPage extends JsonSource {
  readonly #paging: Paging
  readonly #total: number | undefined
  readonly #records: readonly JsonSource[]

  constructor(paging: Paging, total: number | undefined, records: readonly JsonSource[]) {
    super()
    this.#paging = paging
    this.#total = total
    this.#records = records
  }

  get length(): number {
    return this.#records.reduce((sum, record) => sum + record.length, 0)
  }

  override get records(): number {
    return this.#records.length
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
