import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import type { RequestHead } from './requestHead.ts'

/** A request and its response. */
export interface Exchange {
  head: RequestHead
  /** Decoded path parameters. */
  params: Record<string, string>
  /** The stream of the unread body. */
  incoming: IncomingMessage
  outgoing: ServerResponse
}

/** Handles a request. Returns undefined if it has written to the connection itself. */
export type Handler = (exchange: Exchange) => HttpResponse | undefined | Promise<HttpResponse | undefined>
