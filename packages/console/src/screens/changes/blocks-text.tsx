import type { DocumentNode } from '@stemma/contract'
import { DocumentText } from '../../kit/document/document-text.tsx'
import { usePageReferences } from '../space/page-text.tsx'

type ReadPlace = Parameters<typeof usePageReferences>[0]

interface BlocksTextProps {
  readonly nodes: readonly DocumentNode[]
  /** Where their links lead. */
  readonly place: ReadPlace
}

/** Blocks of a page, as readers of one version see them. */
export function BlocksText({ nodes, place }: BlocksTextProps) {
  const references = usePageReferences(place)
  return (
    <DocumentText document={{ object: 'document', data: {}, nodes: [...nodes] }} references={references} />
  )
}
