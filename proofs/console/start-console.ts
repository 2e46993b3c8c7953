import { after } from 'node:test'
import { launchBrowser } from '../../packages/site/src/test/browser.ts'
import { type ServeOptions, serveConsole } from './serve.ts'

/** A browser and a server with the console, for all tests of a file. */
export async function startConsole(options?: ServeOptions) {
  const browser = await launchBrowser()
  const served = await serveConsole(options).catch(async (error: unknown) => {
    await browser.close()
    throw error
  })
  after(async () => {
    await browser.close()
    await served.server.stop()
  })
  return { browser, served }
}
