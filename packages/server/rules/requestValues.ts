import type { Requester } from '../auth/Requester.ts'
import type { RequestValues } from '../query/RequestValues.ts'
import type { ApiRequest } from '../request/ApiRequest.ts'

const firstOfEach = (pairs: readonly [string, string][]): Record<string, string> => {
  const values = new Map<string, string>()
  for (const [name, value] of pairs) if (!values.has(name)) values.set(name, value)
  return Object.fromEntries(values)
}

const snakeCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replaceAll('-', '_'), value]))

/** What rules may ask of a request: `@request.*`. */
export const requestValues = (
  request: ApiRequest,
  requester: Requester,
  data: Record<string, unknown> = {},
  context = 'default',
): RequestValues => ({
  context,
  method: request.method,
  query: firstOfEach(request.query),
  headers: snakeCased(request.headers),
  data,
  auth: requester.kind === 'authRecord' ? { collection: requester.collection, values: requester.record.values } : null,
})
