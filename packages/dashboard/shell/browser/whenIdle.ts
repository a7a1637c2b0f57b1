/** The callback runs after this time even if the page is busy. */
const idleTimeoutMs = 10_000

/** Runs a callback once the page is idle. Returns a function that cancels it. */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, idleTimeoutMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: idleTimeoutMs })
  return () => cancelIdleCallback(handle)
}

/** Whether the browser's data saver is on, so that nothing should be preloaded. */
export function isDataSaved(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
}
