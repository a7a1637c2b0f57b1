// Runs as a separate process: `node listen.ts URL COUNT` opens this number of streams and reports their events to its parent.
import { connect } from 'node:net'
import { percentile } from '../harness/percentile.ts'
import { moment } from './moment.ts'

/** The report to the parent. */
export interface ListenerReport {
  /** Number of open and subscribed streams. */
  open: number
  events: number
  /** Milliseconds from the request that created a record to its event. */
  p50: number
  p99: number
  slowest: number
  /** Milliseconds until the first and the last listener received the event of a record; the median over all records. */
  first: number
  last: number
}

/** Number of streams opened concurrently. */
const maxConcurrentOpens = 50
const topic = 'scratch/*'

const [url = '', countText = '0'] = process.argv.slice(2)
const { hostname, port } = new URL(url)

let open = 0
let times: number[] = []
/** Arrival times of the first and the last event of each record, by the time it was sent. */
let spans = new Map<number, { first: number; last: number }>()

/** The text before the sent time in an event. */
const sentKey = '"n":'

/** All streams read into the same buffer, so the data is processed immediately. */
const arrivals = Buffer.alloc(64 * 1024)

/** Counts the complete events of a chunk and returns the incomplete rest. */
function recordEvents(text: string): string {
  const arrived = moment()
  const end = text.lastIndexOf('\n\n') + 2
  if (end < 2) return text
  for (let at = text.indexOf(sentKey); at >= 0 && at < end; at = text.indexOf(sentKey, at + 1)) {
    const sent = Number.parseFloat(text.slice(at + sentKey.length, at + sentKey.length + 24))
    const took = arrived - sent
    times.push(took)
    const span = spans.get(sent)
    if (span) span.last = took
    else spans.set(sent, { first: took, last: took })
  }
  return text.slice(end)
}

const median = (values: number[]): number => percentile(values, 50)

async function subscribe(clientId: string): Promise<void> {
  const response = await fetch(`${url}/api/realtime`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ clientId, subscriptions: [topic] }),
  })
  await response.arrayBuffer()
  if (response.status !== 204) throw new Error(`Subscribing got ${response.status}.`)
}

/** Opens a stream over a plain socket, because an HTTP client would use more CPU time than the measured server. */
async function openStream(): Promise<void> {
  const { promise: clientId, resolve, reject } = Promise.withResolvers<string>()
  let isOpen = false
  let rest = ''
  const read = (length: number): boolean => {
    rest += arrivals.toString('latin1', 0, length)
    const found = isOpen ? undefined : /"clientId":"(\w+)"/.exec(rest)?.[1]
    if (found !== undefined) resolve(found)
    isOpen ||= found !== undefined
    if (isOpen) rest = recordEvents(rest)
    return true
  }
  const onread = { buffer: arrivals, callback: read }
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread })
  socket.once('error', reject).once('close', () => reject(new Error('The stream ended.')))
  socket.write(`GET /api/realtime HTTP/1.1\r\nHost: ${hostname}\r\nAccept: text/event-stream\r\n\r\n`)
  await subscribe(await clientId)
  open += 1
  socket.once('close', () => {
    open -= 1
  })
}

process.on('message', () => {
  const report: ListenerReport = {
    open,
    events: times.length,
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    slowest: times.reduce((most, time) => Math.max(most, time), 0),
    first: median([...spans.values()].map(({ first }) => first)),
    last: median([...spans.values()].map(({ last }) => last)),
  }
  times = []
  spans = new Map()
  process.send?.(report)
})
process.on('disconnect', () => process.exit())

for (let left = Number(countText); left > 0; left -= maxConcurrentOpens) {
  await Promise.all(Array.from({ length: Math.min(maxConcurrentOpens, left) }, openStream))
}
process.send?.('ready')
