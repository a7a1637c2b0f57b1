import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolutionMs = 20
const nanoseconds = 1e9

let delays: ReturnType<typeof monitorEventLoopDelay> | undefined

/**
 * Returns the 99th percentile of the delay of this thread's event loop in seconds since the previous call. Starts to measure at the
 * first call, because the timer wakes an idle thread.
 */
export function takeEventLoopLag(): number {
  if (!delays) {
    delays = monitorEventLoopDelay({ resolution: resolutionMs })
    delays.enable()
  }
  // The histogram contains the times between two ticks of the timer.
  const lag = delays.count === 0 ? 0 : Math.max(0, delays.percentile(99) / nanoseconds - resolutionMs / 1000)
  delays.reset()
  return lag
}
