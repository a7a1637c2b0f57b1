import { connect } from 'node:net'

export interface RawAnswer {
  /** Undefined when the connection was closed without an answer. */
  status: number | undefined
  head: string
  /** As it came: still in chunks, if it came so. */
  body: string
}

/** Splits what came over a connection; an interim `100 Continue` is left out. */
const parseAnswer = (text: string): RawAnswer => {
  const final = text.replace(/^(HTTP\/1\.1 1\d\d .*\r\n\r\n)+/, '')
  const [head = '', ...rest] = final.split('\r\n\r\n')
  const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]
  return { status: status === undefined ? undefined : Number(status), head, body: rest.join('\r\n\r\n') }
}

/** Sends bytes over a connection of their own, just as they are, and reads until it is closed. */
export function sendBytes(port: number, bytes: string | Uint8Array, patience = 30_000): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1')
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`After ${patience} ms the connection is still open. So far: ${received.slice(0, 200)}`))
    }, patience)
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
    })
    // A server that has refused may close while bytes are still on their way to it.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(parseAnswer(received))
    })
    socket.write(bytes)
  })
}

/** Sends bytes and goes away without waiting for an answer. */
export function sendAndLeave(port: number, bytes: string | Uint8Array): Promise<void> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    socket.write(bytes, () => socket.destroy())
  })
}
