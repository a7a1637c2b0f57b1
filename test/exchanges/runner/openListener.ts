import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Json } from './Exchange.ts'
import { parseExact } from './exactJson.ts'

/** A realtime connection. */
export interface Listener {
  clientId: string
  /** Returns the events since the last call. */
  take: () => { event: string; json: Json }[]
  arrived: () => number
  /** Resolves when the server or `close` has ended the stream. */
  ended: Promise<void>
  close: () => void
}

/** Yields the events of a server-sent event stream. */
async function* readEvents(stream: IncomingMessage): AsyncGenerator<{ event: string; data: string }> {
  let rest = ''
  for await (const chunk of stream.setEncoding('utf8')) {
    const blocks = (rest + chunk).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const lines = block.split('\n').map(line => /^([^:]*):? ?(.*)$/s.exec(line) ?? [])
      const values = (name: string) => lines.filter(line => line[1] === name).map(line => line[2] ?? '')
      if (block !== '') yield { event: values('event').join(''), data: values('data').join('\n') }
    }
  }
}

function readData(data: string): Json {
  try {
    return parseExact(data)
  } catch {
    return data
  }
}

async function collect(stream: IncomingMessage, events: { event: string; json: Json }[], onConnect: (clientId: string) => void) {
  for await (const { event, data } of readEvents(stream)) {
    const json = readData(data)
    if (event === 'PB_CONNECT') onConnect(String((json as { clientId?: Json }).clientId))
    else events.push({ event, json })
  }
}

/**
 * Opens a realtime connection and waits for its client id.
 * @param prefix begins the path, and chooses the dialect of the connection
 */
export async function openListener(port: number, prefix = ''): Promise<Listener> {
  const path = `${prefix}/api/realtime`
  const outgoing = get({ host: '127.0.0.1', port, agent: false, path, headers: { Accept: 'text/event-stream' } })
  const signal = AbortSignal.timeout(30_000)
  const [stream]: IncomingMessage[] = await once(outgoing, 'response', { signal })
  if (stream === undefined) throw new Error('no response to GET /api/realtime')
  const events: { event: string; json: Json }[] = []
  const connected = Promise.withResolvers<string>()
  signal.addEventListener('abort', () => connected.reject(new Error('no PB_CONNECT event from GET /api/realtime')))
  const ended = () => connected.reject(new Error('GET /api/realtime ended without a PB_CONNECT event'))
  const collected = collect(stream, events, connected.resolve).then(ended, ended)
  const clientId = await connected.promise
  return {
    clientId,
    take: () => events.splice(0),
    arrived: () => events.length,
    ended: collected,
    close: () => outgoing.destroy(),
  }
}
