import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { connect } from 'node:tls'

/**
 * Opens a port of this machine that forwards HTTP to a server with HTTPS, for clients that do not know its certificate.
 * @param ca the certificate of the authority that issued the server's, as PEM
 */
export async function openHttpPort(port: number, ca: string): Promise<{ port: number; close: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    const secure = connect({ port, host: '127.0.0.1', servername: 'localhost', ca })
    for (const [from, to] of [
      [client, secure],
      [secure, client],
    ] as const) {
      sockets.add(from)
      from
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
      from.pipe(to)
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { port: (server.address() as AddressInfo).port, close }
}
