import { once } from 'node:events'
import { connect } from 'node:tls'

/** Types of frames (RFC 9113, section 6). */
export const frameType = {
  data: 0,
  headers: 1,
  rstStream: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const

export const flag = { endStream: 1, endHeaders: 4 } as const

interface ReceivedFrame {
  type: number
  flags: number
  stream: number
  payload: Buffer
}

/** Returns the bytes of a frame. */
export function frame(type: number, flags: number, stream: number, payload: Uint8Array = new Uint8Array()): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** Encodes a text of at most 126 characters for HPACK, without compression. */
const text = (value: string): Buffer => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)])

/** Encodes a header that is not stored in the table of the connection. */
export function header(name: string, value: string): Buffer {
  return Buffer.concat([Buffer.from([0]), text(name), text(value)])
}

/** Encodes the headers of a request. */
export function requestHeaders(method: 'GET' | 'POST', path: string): Buffer {
  // The first two are entries of the static table: the method and the scheme https.
  const fixed = Buffer.from([method === 'GET' ? 0x82 : 0x83, 0x87])
  return Buffer.concat([fixed, Buffer.from([0x04]), text(path), Buffer.from([0x01]), text('localhost')])
}

/** Returns the frame with which a client sets the bytes that the server may send of each response before they are read. */
export function setWindow(bytes: number): Buffer {
  const payload = Buffer.alloc(6)
  payload.writeUInt16BE(4, 0)
  payload.writeUInt32BE(bytes, 2)
  return frame(frameType.settings, 0, 0, payload)
}

/** A connection over which a test sends frames that no client library would send. */
export interface RawHttp2 {
  send: (...frames: Uint8Array[]) => void
  received: ReceivedFrame[]
  isClosed: () => boolean
  /** Reads nothing more from the connection. */
  pause: () => void
  close: () => void
}

/** Connects to a server on this machine, and sends the connection preface. */
export async function openRawHttp2(port: number, ca: string): Promise<RawHttp2> {
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca, ALPNProtocols: ['h2'] })
  let [rest, closed] = [Buffer.alloc(0), false]
  const received: ReceivedFrame[] = []
  socket
    .on('error', () => undefined)
    .on('close', () => {
      closed = true
    })
    .on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes])
      while (rest.length >= 9 && rest.length >= 9 + rest.readUIntBE(0, 3)) {
        const end = 9 + rest.readUIntBE(0, 3)
        const stream = rest.readUInt32BE(5) & 0x7fffffff
        received.push({ type: rest.readUInt8(3), flags: rest.readUInt8(4), stream, payload: rest.subarray(9, end) })
        rest = rest.subarray(end)
      }
    })
  await once(socket, 'secureConnect')
  socket.write(Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(frameType.settings, 0, 0)]))
  return {
    send: (...frames) => void socket.write(Buffer.concat(frames)),
    received,
    isClosed: () => closed,
    pause: () => void socket.pause(),
    close: () => socket.destroy(),
  }
}
