/** Milliseconds after which it is done on a busy page too. */
const latest = 10_000

/** Does something once the page has nothing else to do; the result takes that back. */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, latest)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: latest })
  return () => cancelIdleCallback(handle)
}
