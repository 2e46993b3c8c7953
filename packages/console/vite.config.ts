import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { browserParser } from '../../tools/parser/plugin.ts'
import { diagramPage, diagramScript } from './build/diagrams.ts'
import { contractExtract, contractForms, contractThemes } from './build/extract.ts'
import { iconSprite } from './build/icons.ts'

/** Replaces the contract by its extract, which the client and the console share. Forms load the rest. */
function contract(): Plugin {
  const extract = '\0contract'
  return {
    name: 'contract',
    enforce: 'pre',
    resolveId: (id) => (id === '@stemma/contract' ? extract : undefined),
    load(id) {
      if (id === extract) return contractExtract()
      if (id.endsWith('/look/code-themes.ts')) return contractThemes()
      return id.endsWith('/screens/run/schemas.ts') ? contractForms() : undefined
    },
  }
}

function icons(): Plugin {
  return {
    name: 'icons',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'icons.svg', source: iconSprite() })
    },
  }
}

/** The frame that draws diagrams: a page and a script of its own. */
function diagrams(): Plugin {
  return {
    name: 'diagrams',
    async generateBundle() {
      const id = this.emitFile({ type: 'asset', name: 'diagrams.js', source: await diagramScript() })
      this.emitFile({ type: 'asset', fileName: 'diagrams.html', source: diagramPage(this.getFileName(id)) })
    },
  }
}

/** Packs what is text, once and as small as possible, so that the server never does. */
function packed(): Plugin {
  return {
    name: 'packed',
    async writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((one) => /\.(?:js|css|svg|wasm)$/.test(one))) {
        const bytes = await readFile(join(dir, name))
        await writeFile(join(dir, `${name}.br`), brotliCompressSync(bytes))
        await writeFile(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // The server knows where it is: it writes the whole path into the page.
  base: './',
  plugins: [contract(), icons(), diagrams(), packed(), browserParser()],
  // The text of a page is parsed and printed in a worker.
  worker: { format: 'es', plugins: () => [browserParser()] },
  build: {
    target: 'es2024',
    assetsInlineLimit: 0,
    // One small stylesheet: nothing is drawn before its part arrives.
    cssCodeSplit: false,
    // Every browser that runs the console preloads modules by itself.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // `npm run console` measures what is sent, and fails above the budgets.
    chunkSizeWarningLimit: Infinity,
    rolldownOptions: {
      // Libraries mark modules for servers that draw React. There is none here.
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
      checks: { pluginTimings: false },
      output: {
        // What every screen needs is one file: ninety requests take longer than its bytes.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
  },
})
