/** Milliseconds after which a thread that has just started is taken to be at rest. */
const settleTime = 500

/**
 * Loading the code leaves much more behind than is kept. One thorough collection, once the first requests are answered, gives
 * it back to the system: about a tenth of what the server holds. The command asks Node for `gc` when it starts; to ask for it later
 * would make Node refuse the compiled code that was kept before.
 */
export const giveBackMemoryOnceSettled = (): void => {
  setTimeout(() => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }), settleTime).unref()
}
