import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { setBook } from './book.ts'
import { template } from './edition.ts'
import { fontFolders } from './fonts.ts'
import { endings } from './image-types.ts'
import type { Manuscript, ManuscriptFile } from './manuscript.ts'

/** Compiles a book to PDF. It blocks the thread, so call it only in a dedicated process. */
export function compileBook(manuscript: Manuscript, fontsFolder: string): Compiled {
  const compiler = NodeCompiler.create({
    workspace,
    fontArgs: [{ fontPaths: [...fontFolders(), ...(fontsFolder === '' ? [] : [fontsFolder])] }],
  })
  const images = placeImages(compiler, manuscript)
  compiler.mapShadow(join(workspace, 'book.json'), Buffer.from(JSON.stringify(setBook(manuscript, images))))
  const compiled = compiler.compile({ mainFileContent: template })
  const document = compiled.result
  if (document === null)
    throw new Error(`Typst refused: ${JSON.stringify(compiled.takeError()?.shortDiagnostics)}`)
  return { pdf: compiler.pdf(document, { pdfTags: false }), pages: document.numOfPages }
}

export interface Compiled {
  readonly pdf: Uint8Array
  readonly pages: number
}

/** A folder that doesn't exist: the compiler sees only the files mapped into it in memory. */
const workspace = '/stemma-typesetting'

/** Tries each image on its own first, because one unreadable image would fail the whole book. */
function placeImages(compiler: NodeCompiler, { files }: Manuscript): Map<string, string> {
  const placed = new Map<string, string>()
  for (const [id, file] of Object.entries(files)) {
    const path = pathOf(file, placed.size)
    if (path === undefined || file.bytes === undefined) continue
    compiler.mapShadow(join(workspace, path), Buffer.from(file.bytes))
    const tried = compiler.compile({ mainFileContent: `#image("/${path}")` })
    if (tried.hasError()) compiler.unmapShadow(join(workspace, path))
    else placed.set(id, `/${path}`)
  }
  return placed
}

function pathOf({ contentType }: ManuscriptFile, at: number): string | undefined {
  const ending = endings[contentType]
  return ending && `images/${at}.${ending}`
}
