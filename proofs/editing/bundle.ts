import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { build } from 'vite'
import { browserParser } from '../../tools/parser/plugin.ts'

/** Bundles the page for browsers, as the console is bundled: each part that loads lazily in its own file. */
export async function bundlePage(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'error',
    plugins: [await browserParser()],
    build: {
      target: 'es2024',
      outDir: folder,
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('page.js', import.meta.url)),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          assetFileNames: '[name][extname]',
        },
      },
    },
  })
}

/** What a browser downloads, in units of 1,024 bytes after compression with Brotli. */
export interface Sizes {
  /** Our own code. */
  readonly documents: number
  readonly yaml: number
  /** The Markdown parser and the JavaScript that starts it. */
  readonly wasm: number
  readonly glue: number
}

export async function sizesOf(folder: string): Promise<Sizes> {
  const sizes = { documents: 0, yaml: 0, wasm: 0, glue: 0 }
  for await (const file of glob('**/*.{js,wasm}', { cwd: folder })) {
    const bytes = await promisify(brotliCompress)(await readFile(join(folder, file)))
    const part = file.endsWith('.wasm') ? 'wasm' : (parts.get(file) ?? 'documents')
    sizes[part] += bytes.length / 1024
  }
  return sizes
}

const parts: ReadonlyMap<string, 'yaml' | 'glue'> = new Map([
  ['yaml.js', 'yaml'],
  ['satteri.js', 'glue'],
])
