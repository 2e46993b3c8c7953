/** One promise; throws if it is broken. */
type Check = () => void | Promise<void>
export type Trial = (name: string, check: Check) => Promise<void>

/** Runs checks one after another, prints the duration or the failure of each, and counts them. */
export function startChecks() {
  const failed: string[] = []
  let tried = 0
  const check: Trial = async (name, promise) => {
    tried++
    const started = Date.now()
    try {
      await promise()
      console.log(`${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`)
    } catch (error) {
      failed.push(name)
      const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string }
      console.log(`${name} FAILED: ${message}\n${stdout}${stderr}`.split('\n').slice(0, 30).join('\n'))
    }
  }
  return { check, figures: () => ({ tried, failed: failed.length }) }
}
