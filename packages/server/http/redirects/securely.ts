import type { HttpApp } from '../app.ts'
import type { UnreadCounter } from '../connections/createUnreadCounter.ts'
import { requestTarget } from '../requests/requestHead.ts'
import { sendResponse } from '../responses/sendResponse.ts'
import { hostnameOf } from './redirectToHttps.ts'

/** What the responses over HTTPS have in addition to those over HTTP. */
export interface SecureOptions {
  /** The other names of domains, such as `www.example.com`, and the domains that requests to them are redirected to. */
  aliases: ReadonlyMap<string, string>
  /** Seconds for which browsers use only HTTPS for this server; 0 for no such header. */
  strictTransportSeconds: number
  /** Sends a response that counts for its client. */
  send?: UnreadCounter['send'] | undefined
}

/** Handles requests over HTTPS with `app`. */
export function securely(app: HttpApp, { aliases, strictTransportSeconds, send }: SecureOptions): HttpApp {
  return (incoming, outgoing) => {
    if (strictTransportSeconds > 0) outgoing.setHeader('Strict-Transport-Security', `max-age=${strictTransportSeconds}`)
    const { host = String(incoming.headers[':authority']) } = incoming.headers
    const domain = aliases.size > 0 ? aliases.get(hostnameOf(host) ?? '') : undefined
    if (domain === undefined) return app(incoming, outgoing)
    const port = /:\d+$/.exec(host)?.[0] ?? ''
    const location = `https://${domain}${port}${requestTarget(incoming.url ?? '')}`
    const response = { status: 307, headers: { Location: location } }
    if (send) send(incoming, outgoing, response)
    else sendResponse(outgoing, response)
  }
}
