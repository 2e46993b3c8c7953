/** The CPU time that some work takes, in milliseconds. Other programs barely affect it. */
export async function processorMs(work: () => unknown): Promise<number> {
  const started = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1_000
}
