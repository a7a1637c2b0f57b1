/** Measures the CPU time of this thread in milliseconds, which does not depend on other load of the machine. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
