import { jsonReply } from '../../messages/ApiReply.ts'
import { jsonText } from '../../messages/json.ts'
import type { ScriptFailure, ScriptResponse } from '../../pbHooks/messages.ts'

/** Returns the response to an error of a script. */
export function failureReply({ status, message, data, details }: ScriptFailure) {
  const failure = { message, details: details ?? null }
  return jsonReply(jsonText({ code: status === 200 ? 0 : status, message, data }, false), { status, failure })
}

/** Joins headers that were set several times, as `Outgoing` takes them. */
export function headersOf(pairs: ScriptResponse['headers']): Record<string, string> {
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of pairs) {
    const known = Object.keys(headers).find(other => other.toLowerCase() === name.toLowerCase()) ?? name
    headers[known] = Object.hasOwn(headers, known) ? [headers[known] as string, value].flat() : value
  }
  return headers as Record<string, string>
}
