import { isObject } from '@coffer/fields'
import { Rejection } from '../../errors/Rejection.ts'
import { parseJson } from './parseJson.ts'

export type JsonObject = Record<string, unknown>

/** The form field whose values are JSON objects. They are applied before all other fields. */
export const payloadField = '@jsonPayload'

/**
 * Returns the JSON objects among the payloads of a form, in order. Other payloads are ignored.
 * @throws Rejection if the JSON exceeds a limit
 */
export function payloadsOf(values: readonly [string, string][]): JsonObject[] {
  return values.flatMap(([name, value]) => {
    if (name !== payloadField) return []
    try {
      const payload: unknown = parseJson(value)
      return isObject(payload) ? [payload] : []
    } catch (error) {
      if (error instanceof Rejection) throw error
      return []
    }
  })
}
