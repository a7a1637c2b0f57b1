import type { IncomingMessage, ServerResponse } from 'node:http'

/** What comes with a request beside itself. Empty for requests that were made in this process. */
export interface Arrival {
  incoming?: IncomingMessage
  outgoing?: ServerResponse
  /** The request target as sent, once it is known. */
  target?: string
}

export interface HttpEnv {
  Bindings: Arrival
}
