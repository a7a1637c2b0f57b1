import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The system gives higher ports to outgoing connections and to servers that ask for any port. They could take a port before its program
 * listens on it, or while the program restarts.
 */
const [firstPort, lastPort] = [10_000, 32_767]

/** Returns a port of this machine that no program listens on, for programs that cannot choose one themselves. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, lastPort + 1)
    const server = createServer()
    const listening = once(server.listen(port, '127.0.0.1'), 'listening')
    if (!(await listening.catch(() => undefined))) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
