/** The processor time that some work takes, in milliseconds. Other programs hardly change it. */
export async function processorMs(work: () => unknown): Promise<number> {
  const started = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1_000
}
