import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'

/**
 * Starts an S3 server with a bucket `stemma`. It needs a separate process, because listing uses a legacy
 * cipher. It ends with the test process.
 */
export async function startS3(directory: string): Promise<number> {
  const options = {
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'stemma' }],
  }
  const program = `
    const Server = require('s3rver')
    new Server(${JSON.stringify(options)}).run().then(({ port }) => console.log(port))
    process.stdin.resume().on('end', () => process.exit())`
  const child = spawn(process.execPath, ['--openssl-legacy-provider', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  after(() => child.stdin.end())
  const [line] = await once(child.stdout, 'data')
  return Number(line)
}
