const minute = 60_000

/** Does work at the beginning of each minute until the result is called. */
export const eachMinute = (work: (moment: Date) => void): (() => void) => {
  let timer: NodeJS.Timeout
  const plan = () => {
    const next = (Math.floor(Date.now() / minute) + 1) * minute
    timer = setTimeout(() => {
      // A timer may fire a little early.
      work(new Date(Math.max(next, Date.now())))
      plan()
    }, next - Date.now()).unref()
  }
  plan()
  return () => clearTimeout(timer)
}
