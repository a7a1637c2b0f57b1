/** A stop that takes longer than this is ended by force. */
const longestStop = 5_000

/** Stops when the process is told to (SIGTERM, SIGINT), once; a second signal ends it at once. */
export const stopOnSignals = (stop: () => Promise<void>): void => {
  let isStopping = false
  const onSignal = async () => {
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => {
      console.error('Stopping took too long; what was still under way has been cut off.')
      process.exit(1)
    }, longestStop).unref()
    try {
      await stop()
      process.exit(0)
    } catch (error) {
      console.error(error)
      process.exit(1)
    }
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
