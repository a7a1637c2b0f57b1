import type { Plain } from '../../pb/Host.ts'
import type { Record } from '../../pb/Record.ts'

/** Returns what rules read about a request, as the server takes it from what `$apis.requestInfo` returns. */
export function requestValues({ context, method, query, headers, data, authRecord }: Plain): Plain {
  const auth = authRecord as Record | null
  return {
    context,
    method,
    query,
    headers,
    data,
    auth: auth && { collection: auth.collection().toJSON(), values: auth.columnValueMap() },
  }
}
