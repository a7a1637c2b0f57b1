import type { CofferServer } from '../createServer.ts'

/** Time in milliseconds after which a slow shutdown is forced. */
const shutdownTimeoutMs = 8_000

/** Ends the process at once, even if its threads are busy: a regular exit waits for SQLite, which can take long. */
const kill = (): never => {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('The process could not be ended.')
}

/** Stops the server on SIGTERM or SIGINT. A second signal ends the process at once. */
export const stopOnSignals = (server: Pick<CofferServer, 'close' | 'isStuck'>): void => {
  let isStopping = false
  const onSignal = async () => {
    if (isStopping) kill()
    isStopping = true
    setTimeout(() => {
      console.error('Stopping took too long, so the running work was aborted.')
      kill()
    }, shutdownTimeoutMs).unref()
    try {
      await server.close()
    } catch (error) {
      console.error(error)
      process.exitCode = 1
    }
    if (server.isStuck()) kill()
    process.exit()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
