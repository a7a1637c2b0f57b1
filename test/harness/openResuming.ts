import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { askApi } from './askApi.ts'

/** An event as a browser's EventSource hands it to a page. */
interface ReceivedEvent {
  event: string
  json: { action?: string; record?: Record<string, unknown>; subscriptions?: string[] }
}

interface ResumingOptions {
  subscriptions: readonly string[]
  token?: string | undefined
  /** The address that a proxy forwards. */
  address?: string
}

/**
 * A client that connects again as an EventSource does: it sends the id of the last event that it has received completely, and
 * subscribes again once it knows its new client id.
 */
export interface ResumingListener {
  /** All events so far except PB_CONNECT, over all connections. */
  received: ReceivedEvent[]
  lastEventId: string
  options: ResumingOptions
  /** Connects and subscribes. Resolves to the status of the subscription; undefined if the connection is cut before. */
  connect: () => Promise<number | undefined>
  /** Resolves when the current connection has ended. */
  ended: () => Promise<void>
  /** Subscribes again on the same stream, with the current options. Resolves to the status. */
  subscribe: () => Promise<number>
  /** Ignores what arrives from now on, and ends the connection. */
  cut: () => void
  /** Ignores what arrives from now on, as if it were lost on its way. */
  lose: () => void
}

export function createResuming(port: number, options: ResumingOptions): ResumingListener {
  let outgoing: ClientRequest | undefined
  /** Changes with each connection, and when one is cut. */
  let connection = 0
  let clientId: unknown
  let ended = Promise.resolve()
  const forwarded: Record<string, string> = options.address === undefined ? {} : { 'X-Forwarded-For': options.address }

  const take = (block: string): ReceivedEvent | undefined => {
    const fields = new Map(block.split('\n').map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]))
    listener.lastEventId = fields.get('id') ?? listener.lastEventId
    const data = fields.get('data')
    return data === undefined ? undefined : { event: fields.get('event') ?? 'message', json: JSON.parse(data) }
  }

  const listener: ResumingListener = {
    received: [],
    lastEventId: '',
    options,
    subscribe: async () => {
      const { subscriptions, token } = listener.options
      return (await askApi(port, 'POST', '/api/realtime', { body: { clientId, subscriptions }, token, headers: forwarded }))
        .status
    },
    ended: () => ended,
    connect: () => {
      connection += 1
      const own = connection
      const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
      const read = async (stream: IncomingMessage) => {
        let rest = ''
        for await (const chunk of stream.setEncoding('utf8')) {
          const blocks = `${rest}${chunk}`.split('\n\n')
          rest = blocks.pop() ?? ''
          for (const block of blocks) {
            if (own !== connection) return
            const event = take(block)
            if (event?.event === 'PB_CONNECT') {
              clientId = (event.json as { clientId?: string }).clientId
              void listener.subscribe().then(resolve, reject)
            } else if (event) listener.received.push(event)
          }
        }
      }
      const headers = { ...forwarded, ...(listener.lastEventId !== '' && { 'Last-Event-ID': listener.lastEventId }) }
      outgoing = get({ host: '127.0.0.1', port, agent: false, path: '/api/realtime', headers })
      const closed = Promise.withResolvers<void>()
      ended = closed.promise
      outgoing
        .on('error', () => resolve(undefined))
        .on('close', () => {
          closed.resolve()
          resolve(undefined)
        })
      outgoing.on('response', stream => void read(stream).catch(() => undefined))
      return promise
    },
    cut: () => {
      connection += 1
      outgoing?.destroy()
    },
    lose: () => {
      connection += 1
    },
  }
  return listener
}
