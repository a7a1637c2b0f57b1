import { get, type IncomingMessage } from 'node:http'
import { askApi } from './askApi.ts'

/** An event stream of which only the client id is parsed. */
export interface EventStream {
  clientId: string
  /** Returns the number of events that have arrived completely; 0 if the stream is not read. */
  arrived: () => number
  destroy: () => void
}

/** Counts the events of a stream without keeping them: the reader of long events must not slow down what it measures. */
function countEvents(stream: IncomingMessage): () => number {
  let count = 0
  let last = ''
  stream.setEncoding('latin1').on('data', (chunk: string) => {
    count += `${last}${chunk}`.split('\n\n').length - 1
    last = chunk.endsWith('\n') && !chunk.endsWith('\n\n') ? '\n' : ''
  })
  return () => count
}

async function openStream(port: number, headers: Record<string, string>, isRead: boolean): Promise<EventStream> {
  const opened = Promise.withResolvers<EventStream>()
  const outgoing = get({ host: '127.0.0.1', port, agent: false, path: '/api/realtime', headers })
  outgoing.on('error', opened.reject).on('response', stream => {
    stream.on('error', () => undefined)
    stream.once('data', chunk => {
      stream.pause()
      const clientId = /"clientId":"(\w+)"/.exec(String(chunk))?.[1] ?? ''
      const arrived = isRead ? countEvents(stream) : () => 0
      if (isRead) stream.resume()
      opened.resolve({ clientId, arrived, destroy: () => outgoing.destroy() })
    })
  })
  return opened.promise
}

/** Opens an event stream and reads only its client id. */
export function openUnread(port: number, headers: Record<string, string>): Promise<EventStream> {
  return openStream(port, headers, false)
}

/** Opens an event stream and counts its events. */
export function openCounted(port: number, headers: Record<string, string> = {}): Promise<EventStream> {
  return openStream(port, headers, true)
}

/** Replaces the subscriptions of a stream. Returns the status of the response. */
export async function subscribe(
  port: number,
  clientId: string,
  subscriptions: string[],
  headers: Record<string, string> = {},
): Promise<number> {
  const request = { headers, body: { clientId, subscriptions } }
  return (await askApi(port, 'POST', '/api/realtime', request)).status
}

/** Returns a subscription to all records of a collection, with options. */
export function subscriptionWith(collection: string, query: object): string {
  return `${collection}/*?options=${encodeURIComponent(JSON.stringify({ query }))}`
}
