import type { StepResult } from '../../packages/server/api/StepResult.ts'
import type { JsonReply } from '../../packages/server/messages/ApiReply.ts'

/**
 * Returns the reply of a thread as a response with JSON.
 * @throws Error if it is something else
 */
export function asJsonReply(reply: StepResult): JsonReply {
  if (reply.kind !== 'json') throw new Error(`The reply has no JSON. Its kind is "${reply.kind}".`)
  return reply
}
