import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Returns a port of this machine that no program listens on, for programs that cannot choose one themselves. */
export const findFreePort = async (): Promise<number> => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
