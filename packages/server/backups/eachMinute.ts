const minuteMs = 60_000

/** Calls a function at the start of each minute. The returned function stops that. */
export function eachMinute(work: (moment: Date) => void): () => void {
  let timer: NodeJS.Timeout
  const schedule = () => {
    const next = (Math.floor(Date.now() / minuteMs) + 1) * minuteMs
    timer = setTimeout(() => {
      // Timers can fire a little early.
      work(new Date(Math.max(next, Date.now())))
      schedule()
    }, next - Date.now()).unref()
  }
  schedule()
  return () => clearTimeout(timer)
}
