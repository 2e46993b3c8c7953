import { mergeChildren } from '@stemma/content/documents'
import type { ChangeRequest, Conflict } from '@stemma/contract'
import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { BlocksText } from '../changes/blocks-text.tsx'
import { pagesOf } from '../space/contents.ts'
import type { Version } from '../space/place.ts'
import type { Side } from './conflicts.ts'
import { sideInWords } from './in-words.ts'
import { blocksIn, placeIn } from './reading.ts'

interface SideTextProps {
  readonly conflict: Conflict
  readonly one: ChangeRequest
  readonly organizationId: string
  readonly side: Side | 'base'
}

/** One side of a conflict, with its changes marked. */
export function SideText(props: SideTextProps) {
  return props.conflict.kind === 'document' ? <PageSide {...props} /> : <OtherSide {...props} />
}

function PageSide({ conflict, side, one, organizationId }: SideTextProps) {
  const texts = [conflict.base, conflict[side]].map((text) => String(text ?? ''))
  const [base = [], blocks = []] = useSuspenseQueries({ queries: texts.map(blocksIn) }).map(
    ({ data }) => data.nodes,
  )
  if (conflict[side] === undefined)
    return <p className="conflict-none">{side === 'base' ? 'Nothing was here.' : 'Deleted'}</p>
  const nodes = side === 'base' ? blocks : mergeChildren(base, blocks)
  return <BlocksText place={placeIn(one, organizationId)} nodes={nodes} />
}

function OtherSide({ conflict, one, side }: SideTextProps) {
  // Each side has the pages that it moved things to.
  const version: Version =
    side === 'theirs' ? { kind: 'current' } : { kind: 'change', id: String(one.number) }
  const { pages } = useSuspenseQuery(pagesOf(one.space, version) as ReturnType<typeof pagesOf>).data
  const words = sideInWords(conflict, side, pages)
  if (side === 'base' || conflict.kind !== 'attribute') return <p>{words}</p>
  return (
    <p>
      <del>{sideInWords(conflict, 'base', pages)}</del> <ins>{words}</ins>
    </p>
  )
}
