import { connect } from 'node:net'

export interface RawResponse {
  /** Undefined if the connection was closed without a response. */
  status: number | undefined
  head: string
  /** The raw body, possibly chunked. */
  body: string
}

/** Splits the received bytes into responses; an interim `100 Continue` is skipped. */
function parseAnswer(text: string): RawResponse {
  const final = text.replace(/^(HTTP\/1\.1 1\d\d .*\r\n\r\n)+/, '')
  const [head = '', ...rest] = final.split('\r\n\r\n')
  const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]
  return { status: status === undefined ? undefined : Number(status), head, body: rest.join('\r\n\r\n') }
}

/** Sends bytes unchanged over a new connection, and reads until it is closed. */
export function sendBytes(port: number, bytes: string | Uint8Array, timeoutMs = 30_000): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1')
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`After ${timeoutMs} ms the connection is still open. So far: ${received.slice(0, 200)}`))
    }, timeoutMs)
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
    })
    // A server that has rejected the request may close the connection while bytes are still being sent.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(parseAnswer(received))
    })
    socket.write(bytes)
  })
}

/** Sends bytes and disconnects without waiting for a response. */
export function sendAndLeave(port: number, bytes: string | Uint8Array): Promise<void> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    socket.write(bytes, () => socket.destroy())
  })
}
