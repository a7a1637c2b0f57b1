import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpAnswer } from '../../messages/HttpAnswer.ts'
import type { RequestHead } from './requestHead.ts'

/** A request that waits for its answer. */
export interface Exchange {
  head: RequestHead
  /** Decoded path parameters. */
  params: Record<string, string>
  /** The body, which nobody has read yet. */
  incoming: IncomingMessage
  outgoing: ServerResponse
}

/** Answers a request; with undefined when it has written to the connection itself. */
export type Handler = (exchange: Exchange) => HttpAnswer | undefined | Promise<HttpAnswer | undefined>
