import type { ApiRequest } from '../messages/ApiRequest.ts'

/** Returns the first value of a query parameter; undefined if it is absent or empty. */
export const parameter = (request: ApiRequest, name: string): string | undefined =>
  request.query.find(([key]) => key === name)?.[1] || undefined
