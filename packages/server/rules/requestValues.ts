import type { ApiRequest } from '../messages/ApiRequest.ts'
import type { RequestValues } from '../query/operands/RequestValues.ts'
import type { Requester } from './Requester.ts'

const firstOfEach = (pairs: readonly [string, string][]): Record<string, string> => {
  const values = new Map<string, string>()
  for (const [name, value] of pairs) if (!values.has(name)) values.set(name, value)
  return Object.fromEntries(values)
}

const snakeCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replaceAll('-', '_'), value]))

/** Converts the query and headers only when a rule reads them, which few rules do. */
class LazyRequestValues implements RequestValues {
  readonly context: string
  readonly data: Record<string, unknown>
  readonly auth: RequestValues['auth']
  readonly #request: ApiRequest
  #query: Record<string, string> | undefined
  #headers: Record<string, string> | undefined

  constructor(request: ApiRequest, requester: Requester, data: Record<string, unknown>, context: string) {
    this.#request = request
    this.context = context
    this.data = data
    this.auth = requester.kind === 'authRecord' ? { collection: requester.collection, values: requester.record.values } : null
  }

  get method(): string {
    return this.#request.method
  }

  get query(): Record<string, string> {
    this.#query ??= firstOfEach(this.#request.query)
    return this.#query
  }

  get headers(): Record<string, string> {
    this.#headers ??= snakeCased(this.#request.headers)
    return this.#headers
  }
}

/** Returns the values of `@request.*` for rules. */
export const requestValues = (
  request: ApiRequest,
  requester: Requester,
  data: Record<string, unknown> = {},
  context = 'default',
): RequestValues => new LazyRequestValues(request, requester, data, context)
