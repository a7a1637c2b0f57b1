import type { Incoming } from '../connections/httpMessages.ts'

/** Removes URL and headers of a request, up to 64 KiB, which Node would keep in memory until the response ends. */
export function dropHead(incoming: Incoming): void {
  // Over HTTP/1.1, reading the headers creates them from the raw ones. Over HTTP/2, the URL is one of them.
  const { headers, rawHeaders } = incoming
  incoming.url = ''
  for (const name of Object.keys(headers)) delete headers[name]
  rawHeaders.length = 0
}
