import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A port whose connections are forwarded to a server. */
interface Forwarder {
  port: number
  /** Forwards new connections to another port of this machine; undefined to reject them. */
  forwardTo: (target: number | undefined) => void
  /** Cuts all connections. */
  cut: () => void
  close: () => void
}

/** Opens a port whose connections are forwarded to another port of this machine, and can be cut. */
export async function openForwarder(target: number): Promise<Forwarder> {
  const sockets = new Set<Socket>()
  let current: number | undefined = target
  const server = createServer(socket => {
    if (current === undefined) return socket.destroy()
    const upstream = connect(current, '127.0.0.1')
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined).on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    port: (server.address() as AddressInfo).port,
    forwardTo: next => {
      current = next
    },
    cut,
    close: () => {
      cut()
      server.close()
    },
  }
}
