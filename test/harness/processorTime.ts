/** Milliseconds of the processor that this thread spends on work; what else happens on the machine does not count. */
export const processorTime = async (work: () => unknown): Promise<number> => {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
