import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { fontFolders, fontNames } from './fonts.ts'

/** What previews of links show of a page, at 1200 by 630 pixels. */
export interface Picture extends PictureText {
  readonly size: number
  readonly rtl: boolean
  readonly background: string
  readonly text: string
  readonly quiet: string
  readonly accent: string
}

export interface PictureText {
  readonly site: string
  readonly title: string
  readonly description: string
  readonly language: string
}

/** A folder that doesn't exist: the compiler sees only the file mapped into it in memory. */
const workspace = '/stemma-picture'
const template = readFileSync(new URL('./picture.typ', import.meta.url), 'utf8')
const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: fontFolders() }] })

parentPort?.on('message', async (picture: Picture) => {
  parentPort?.postMessage(await draw(picture))
})

/** The bytes of a PNG file, or nothing if the compiler refuses. */
async function draw(picture: Picture): Promise<Uint8Array | undefined> {
  const data = { ...picture, fonts: fontNames(picture.language) }
  compiler.mapShadow(join(workspace, 'picture.json'), Buffer.from(JSON.stringify(data)))
  const { result } = compiler.compile({ mainFileContent: template })
  if (result === null) return undefined
  const svg = compiler.plainSvg(result)
  compiler.evictCache(cacheAge)
  // Skia knows no symbols; these are only referred to, as groups can be.
  const outlines = svg.replaceAll('<symbol', '<g').replaceAll('</symbol>', '</g>')
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').drawImage(await loadImage(Buffer.from(outlines)), 0, 0, width, height)
  return canvas.toBuffer('image/png')
}

const [width, height] = [1200, 630]
/** How many compilations a result that isn't used again stays in memory. */
const cacheAge = 10
