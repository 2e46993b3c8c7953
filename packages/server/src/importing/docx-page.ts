import mammoth from 'mammoth'
import type { ConvertedPage } from './converted-page.ts'
import { readHtml } from './html-page.ts'

/** Converts a Word document. Its images are named by their order in the document. */
export async function readDocx(bytes: Uint8Array): Promise<ConvertedPage> {
  const embedded: { name: string; contentType: string; bytes: Uint8Array }[] = []
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes) },
    {
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async (image) => {
        const picture = await image.readAsBuffer()
        const name = `image-${embedded.length + 1}.${image.contentType.split('/')[1]?.split('+')[0] ?? 'bin'}`
        embedded.push({ name, contentType: image.contentType, bytes: new Uint8Array(picture) })
        return { src: name }
      }),
    },
  )
  return { ...readHtml(`<main>${value}</main>`), embedded }
}
