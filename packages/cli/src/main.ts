#!/usr/bin/env node
// Older versions of Node.js run this file too, so it imports only built-in modules that all of them have.
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

if (Number.parseInt(process.versions.node, 10) >= 24) {
  cacheCompiledCode()
  const { start } = await import('./start.ts')
  process.exitCode = await start(process.argv.slice(2), process.env)
} else {
  process.stderr.write(`stemma requires Node.js 24 or later. This is Node.js ${process.version}.\n`)
  process.exitCode = 1
}

/** Not in the temporary folder, where other users of the machine could place code for us to run. */
function cacheCompiledCode() {
  try {
    module.enableCompileCache(join(homedir(), '.cache', 'stemma'))
  } catch {
    // A user without a home folder has no cache.
  }
}
