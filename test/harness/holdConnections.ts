import { connect, type Socket } from 'node:net'

/** A request whose response is not read beyond its first bytes. */
export interface UnreadResponse {
  socket: Socket
  /** Resolves with the status of the response; 0 if the connection ends without one. */
  status: Promise<number>
}

/** Sends a GET request over its own connection, and reads only the first bytes of the response. */
export function leaveUnread(port: number, path: string, headers: Record<string, string> = {}): UnreadResponse {
  const { promise, resolve } = Promise.withResolvers<number>()
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined).on('close', () => resolve(0))
  socket.once('data', data => {
    socket.pause()
    resolve(Number(data.toString('latin1').split(' ')[1]))
  })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${lines.join('')}\r\n`)
  return { socket, status: promise }
}
