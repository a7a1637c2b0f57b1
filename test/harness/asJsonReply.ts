import type { JsonReply, ThreadReply } from '../../packages/server/messages/ApiReply.ts'

/**
 * Returns the reply of a thread as a response with JSON.
 * @throws Error if it is something else
 */
export const asJsonReply = (reply: ThreadReply): JsonReply => {
  if (reply.kind !== 'json') throw new Error(`The reply has no JSON. Its kind is "${reply.kind}".`)
  return reply
}
