import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { ScriptRequest } from '../../pbHooks/messages.ts'
import { clientAddress } from '../../runtime/clients/clientAddress.ts'
import { collectBytes } from '../bodies/collectBytes.ts'
import { assertContentLength, hasBody } from '../bodies/readBody.ts'
import type { Incoming } from '../connections/httpMessages.ts'
import type { HttpParts } from '../HttpParts.ts'

/** Maximum bytes of the body of a request to a script, as in 0.22. */
const maxBodyBytes = 32 * 1024 * 1024

/** Returns what scripts see of a request before its route is found and its body is read. */
export function scriptRequestOf({ isTrustedProxy }: HttpParts['policy'], head: RequestHead): ScriptRequest {
  const { method, url, headers, isSecure = false } = head
  return { method, url, headers, params: {}, pattern: '', remoteIp: clientAddress(head, isTrustedProxy), isSecure }
}

/**
 * Reads the body of a request for scripts; none if it has none.
 * @throws ApiError 413 if it is too large
 */
export async function readScriptBody(
  head: RequestHead,
  incoming: Incoming,
  memory: Parameters<typeof collectBytes>[2],
): Promise<Pick<ScriptRequest, 'body'>> {
  assertContentLength(head.headers, maxBodyBytes)
  return hasBody(head) ? { body: await collectBytes(incoming, maxBodyBytes, memory) } : {}
}
