import type { DocumentNode } from '@stemma/contract'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { refIn, textIn } from './data.ts'
import { safeHref, useReferences } from './references.ts'

interface MediaProps {
  readonly node: DocumentNode
}

/** The block draws its caption, because a caption is blocks. */
interface CaptionedProps extends MediaProps {
  readonly caption: ReactNode
}

/** An image, or its description until the image is there. */
export function Picture({ node }: MediaProps) {
  const { useFile } = useReferences()
  const ref = refIn(node)
  const file = useFile(ref?.kind === 'file' ? ref.file : undefined)
  const src = safeHref(file?.downloadURL ?? (ref?.kind === 'url' ? ref.url : undefined))
  const alt = textIn(node, 'alt') ?? ''
  if (src === undefined) return <span className="picture-missing">{alt || 'Image'}</span>
  const { width, height } = file?.dimensions ?? {}
  return <img src={src} alt={alt} width={width} height={height} loading="lazy" />
}

export function ImageBlock({ node, caption }: CaptionedProps) {
  return (
    <figure>
      <Picture node={node} />
      {caption}
    </figure>
  )
}

export function FileBlock({ node, caption }: CaptionedProps) {
  const { useFile } = useReferences()
  const ref = refIn(node)
  const file = useFile(ref?.kind === 'file' ? ref.file : undefined)
  return (
    <figure>
      <a className="reference" href={safeHref(file?.downloadURL)}>
        <Icon name="file-text" /> {file?.name ?? 'File'}
      </a>
      {caption}
    </figure>
  )
}

/** What others show is a link here: the console loads nothing from elsewhere but pictures. */
export function EmbedBlock({ node, caption }: CaptionedProps) {
  const url = textIn(node, 'url')
  return (
    <figure>
      <a className="reference" href={safeHref(url)} target="_blank" rel="noreferrer">
        <Icon name="arrow-square-out" /> {url}
      </a>
      {caption}
    </figure>
  )
}
