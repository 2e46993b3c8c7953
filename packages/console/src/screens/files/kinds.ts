import type { File } from '@stemma/contract'
import { isPicture } from '../../app/choose-files.ts'
import type { IconName } from '../../kit/icon-names.ts'

export const fileKinds = ['pictures', 'media', 'documents', 'others'] as const
export type FileKind = (typeof fileKinds)[number]

export const kindNames: Readonly<Record<FileKind, string>> = {
  pictures: 'Pictures',
  media: 'Video and audio',
  documents: 'Documents',
  others: 'Others',
}

export const kindIcons: Readonly<Record<FileKind, IconName>> = {
  pictures: 'image',
  media: 'film-strip',
  documents: 'file-text',
  others: 'paperclip',
}

export function kindOf({ contentType }: Pick<File, 'contentType'>): FileKind {
  if (contentType.startsWith('image/')) return 'pictures'
  if (/^(?:video|audio)\//.test(contentType)) return 'media'
  return documentTypes.test(contentType) ? 'documents' : 'others'
}

const documentTypes =
  /^text\/|^application\/(?:pdf|json|xml|yaml|rtf|msword|epub|vnd\.(?:ms-|openxml|oasis\.opendocument))/

/** A type in a word or two: `PNG`, `Text`. */
export function typeOf({ contentType, name }: Pick<File, 'contentType' | 'name'>): string {
  const known = typeWords[contentType]
  if (known !== undefined) return known
  const [, ending] = /\.(\w{1,5})$/.exec(name) ?? []
  const [, subtype = ''] = contentType.split('/')
  if (/^[a-z\d]{2,5}$/.test(subtype)) return subtype.toUpperCase()
  return ending?.toUpperCase() ?? 'File'
}

const typeWords: Readonly<Record<string, string>> = {
  'image/svg+xml': 'SVG',
  'text/plain': 'Text',
  'text/markdown': 'Markdown',
  'audio/mpeg': 'MP3',
}

/** How to write a file in a page: a picture is shown, anything else is a link to download it. */
export function markdownOf({ id, contentType }: Pick<File, 'id' | 'contentType'>): string {
  return isPicture(contentType) ? `![](/files/${id})` : `{% file src="/files/${id}" %}`
}
