import { printError } from '../runtime/terminal.ts'
import type { CofferServer } from '../site/createServer.ts'

/** Time in milliseconds after which a slow shutdown is forced. */
const shutdownTimeoutMs = 8_000

/** Ends the process at once, even if its threads are busy: a regular exit waits for SQLite, which can take long. */
function kill(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('The process could not be ended.')
}

/**
 * Stops the server on SIGTERM or SIGINT. A second signal ends the process at once.
 * @param drainSeconds how long it still serves after SIGTERM, see `CofferServer`
 */
export function stopOnSignals(server: Pick<CofferServer, 'close' | 'drain' | 'isStuck'>, drainSeconds: number): void {
  let isStopping = false
  const onSignal = async (signal: NodeJS.Signals) => {
    if (isStopping) kill()
    isStopping = true
    if (signal === 'SIGTERM' && drainSeconds > 0) await server.drain(drainSeconds)
    setTimeout(() => {
      printError`Stopping took too long, so the running work was aborted.`
      kill()
    }, shutdownTimeoutMs).unref()
    try {
      await server.close()
    } catch (error) {
      printError`${error}`
      process.exitCode = 1
    }
    if (server.isStuck()) kill()
    process.exit()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
