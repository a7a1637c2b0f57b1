/** Maximum bytes of the request line and all headers together. */
const maxHeaderBytes = 64 * 1024
const headersTimeoutMs = 30_000
const requestTimeoutMs = 10 * 60_000
/** Longer than proxies keep idle connections, so that a proxy does not send a request on a connection that is being closed. */
const keepAliveTimeoutMs = 75_000

/** The limits of Node's HTTP/1.1 server. Those of HTTP/2 are the same where they have the same meaning. */
export const http1Limits = {
  maxHeaderSize: maxHeaderBytes,
  headersTimeout: headersTimeoutMs,
  requestTimeout: requestTimeoutMs,
  keepAliveTimeout: keepAliveTimeoutMs,
  /** `hasValidHost` checks the host, because Node's own error response has another format. */
  requireHostHeader: false,
}
