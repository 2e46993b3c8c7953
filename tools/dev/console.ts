import { execFile } from 'node:child_process'
import { glob, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Builds the console unless what it is built from is older than the last build. */
export async function buildConsole(checkout: string) {
  const built = await changedAt(join(checkout, 'packages/console/dist/index.html'))
  const sources = 'packages/{console/{src,build,public},client/src,contract/src,theme/files}/**'
  let newest = await changedAt(join(checkout, 'packages/console/vite.config.ts'))
  for await (const path of glob(sources, { cwd: checkout }))
    newest = Math.max(newest, await changedAt(join(checkout, path)))
  if (newest <= built) return
  console.log('dev: building the console')
  const vite = join(checkout, 'node_modules/vite/bin/vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build', 'packages/console'], { cwd: checkout })
}

async function changedAt(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
}
