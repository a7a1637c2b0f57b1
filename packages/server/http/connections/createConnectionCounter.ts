import type { Socket } from 'node:net'
import type { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import type { IsTrustedProxy } from '../../runtime/clients/clientAddress.ts'

/** Counts a new connection until it is closed, or closes it at once if its client has no room for it. */
export type ConnectionCounter = (connection: Socket) => void

/** Returns a function that counts connections. Those of trusted proxies serve many clients, so they count only for all together. */
export function createConnectionCounter(clients: ClientLedger, isTrustedProxy: IsTrustedProxy): ConnectionCounter {
  return connection => {
    const { remoteAddress } = connection
    // The client has closed it already.
    if (remoteAddress === undefined) return
    const client = clients.clientOf({ remoteIp: remoteAddress })
    const hold = clients.openFor('connections', client, isTrustedProxy(remoteAddress) ? 'all' : 'both')
    hold.onDropped(() => connection.destroy())
    try {
      hold.resize(1)
    } catch {
      connection.destroy()
      return
    }
    connection.once('close', () => hold.release())
  }
}
