// A process of its own: node listen.ts URL COUNT opens so many streams and tells its parent what arrives on them.
import { connect, type Socket } from 'node:net'
import { percentile } from '../harness/percentile.ts'
import { moment } from './moment.ts'

/** What the parent is told when it asks. */
export interface Heard {
  /** Streams that are open and subscribed. */
  open: number
  events: number
  /** Milliseconds from the request that made a record to its event. */
  p50: number
  p99: number
  slowest: number
}

/** How many streams are opened at once. */
const atOnce = 50
const topic = 'scratch/*'

const [url = '', countText = '0'] = process.argv.slice(2)
const { hostname, port } = new URL(url)

let open = 0
let times: number[] = []

/** The moment that a record carries; whoever made it wrote it there. */
const sentAt = /"n":(\d+(?:\.\d+)?)/g

const readEvents = (socket: Socket): void => {
  let rest = ''
  socket.on('data', chunk => {
    const arrived = moment()
    const text = rest + chunk
    const end = text.lastIndexOf('\n\n') + 2
    if (end < 2) {
      rest = text
      return
    }
    for (const [, sent] of text.slice(0, end).matchAll(sentAt)) times.push(arrived - Number(sent))
    rest = text.slice(end)
  })
}

const subscribe = async (clientId: string): Promise<void> => {
  const response = await fetch(`${url}/api/realtime`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ clientId, subscriptions: [topic] }),
  })
  await response.arrayBuffer()
  if (response.status !== 204) throw new Error(`Subscribing was answered with ${response.status}.`)
}

/** Opens a stream over a socket of its own: a client of HTTP would cost more than the server that is measured. */
const openStream = async (): Promise<void> => {
  const socket = connect(Number(port), hostname).setEncoding('latin1').setNoDelay()
  socket.write(`GET /api/realtime HTTP/1.1\r\nHost: ${hostname}\r\nAccept: text/event-stream\r\n\r\n`)
  const clientId = await new Promise<string>((resolve, reject) => {
    let head = ''
    const read = (chunk: string): void => {
      head += chunk
      const found = /"clientId":"(\w+)"/.exec(head)?.[1]
      if (found === undefined) return
      socket.off('data', read)
      resolve(found)
    }
    socket.on('data', read).once('error', reject)
    socket.once('close', () => reject(new Error('The stream ended.')))
  })
  readEvents(socket)
  await subscribe(clientId)
  open += 1
  socket.once('close', () => {
    open -= 1
  })
}

process.on('message', () => {
  const heard: Heard = {
    open,
    events: times.length,
    ...{ p50: percentile(times, 50), p99: percentile(times, 99), slowest: times.reduce((most, time) => Math.max(most, time), 0) },
  }
  times = []
  process.send?.(heard)
})
process.on('disconnect', () => process.exit())

for (let left = Number(countText); left > 0; left -= atOnce) {
  await Promise.all(Array.from({ length: Math.min(atOnce, left) }, openStream))
}
process.send?.('ready')
