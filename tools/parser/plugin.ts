import { join } from 'node:path'
import type { Plugin } from 'vite'
import { installParser } from './install.ts'

/**
 * Lets Vite bundle `@stemma/content/documents` for browsers: finds the Markdown parser as WebAssembly, and
 * takes from its glue only what a parser without threads needs.
 */
export async function browserParser(): Promise<Plugin> {
  const modules = join(await installParser(), 'node_modules')
  const loader = join(modules, '@bruits/satteri-wasm32-wasi/satteri_napi.wasi-browser.js')
  return {
    name: 'stemma:browser-parser',
    enforce: 'pre',
    resolveId(source) {
      if (source === '@bruits/satteri-wasm32-wasi') return loader
      return source === '@napi-rs/wasm-runtime' ? runtime : undefined
    },
    load(id) {
      return id === runtime ? runtimeFrom(modules) : undefined
    },
    transform(code, id) {
      const change = changes.find(({ file }) => id.endsWith(file))
      if (change === undefined) return undefined
      if (!change.from.test(code)) throw new Error(`${id} has changed: adapt ${import.meta.filename}.`)
      return { code: code.replace(change.from, change.to), map: null }
    },
  }
}

const runtime = '\0stemma:wasm-runtime'

/** The functions of `@napi-rs/wasm-runtime` that the loader imports, without a file system and threads. */
function runtimeFrom(modules: string): string {
  const from = (name: string) => JSON.stringify(join(modules, name))
  return `
    export { instantiateNapiModule } from ${from('@emnapi/core/dist/emnapi-core.esm-bundler.js')}
    export { getDefaultContext } from ${from('@emnapi/runtime/dist/emnapi.esm-bundler.js')}
    export { WASI } from ${from('@tybys/wasm-util/lib/mjs/index.mjs')}
    export const createOnMessage = undefined
  `
}

const changes = [
  // Nothing here is asynchronous, so no worker is ever started.
  { file: '/satteri_napi.wasi-browser.js', from: / {2}onCreateWorker\(\) \{.*?\n {2}\},\n/s, to: '' },
  // It tries whether code can be made from strings. The console's policy forbids it and reports the attempt.
  { file: '/emnapi.esm-bundler.js', from: /f = new Function\(\);/, to: 'return false;' },
] as const
