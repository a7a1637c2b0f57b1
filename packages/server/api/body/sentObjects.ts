import { isObject } from '@coffer/fields'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { firstJsonValue } from './firstJsonValue.ts'
import { type JsonObject, payloadsOf } from './jsonObject.ts'

/** Returns the objects that a body sends with all their keys, which `readForm` reads by name. The body must be readable. */
export function sentObjects({ body }: ApiRequest): JsonObject[] {
  if (body.kind === 'form') return [...payloadsOf(body.values), Object.fromEntries(body.values)]
  const sent = body.kind === 'json' ? firstJsonValue(body.text) : undefined
  return isObject(sent) ? [sent] : []
}
