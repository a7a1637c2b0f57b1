import type { CofferServer } from '../createServer.ts'

/** A stop that takes longer than this is ended by force. */
const longestStop = 8_000

/** Ends the process at once, whatever its threads are doing: an exit waits for SQLite, which may take long. */
const kill = (): never => {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('The process could not be ended.')
}

/** Stops a server when the process is told to (SIGTERM, SIGINT), once; a second signal ends it at once. */
export const stopOnSignals = (server: Pick<CofferServer, 'close' | 'isStuck'>): void => {
  let isStopping = false
  const onSignal = async () => {
    if (isStopping) kill()
    isStopping = true
    setTimeout(() => {
      console.error('Stopping took too long; what was still under way has been cut off.')
      kill()
    }, longestStop).unref()
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
