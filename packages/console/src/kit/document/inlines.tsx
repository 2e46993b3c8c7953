import type { DocumentNode } from '@stemma/contract'
import { Fragment, type ReactNode } from 'react'
import { emojiOf } from '../emoji.ts'
import { refIn, textIn } from './data.ts'
import { Formula } from './formula.tsx'
import { Picture } from './media.tsx'
import { safeHref, useReferences } from './references.ts'

/** Texts, links and everything else that stands in a line. */
export function Inlines({ nodes = [] }: { readonly nodes?: readonly DocumentNode[] | undefined }) {
  return nodes.map((node, at) => <Inline node={node} key={node.key ?? at} />)
}

function Inline({ node }: { readonly node: DocumentNode }): ReactNode {
  if (node.leaves !== undefined) return <Leaves leaves={node.leaves} />
  const Kind = kinds[node.type ?? '']
  return Kind === undefined ? <Inlines nodes={node.nodes} /> : <Kind node={node} />
}

type Leaf = NonNullable<DocumentNode['leaves']>[number]

function Leaves({ leaves }: { readonly leaves: readonly Leaf[] }) {
  // Texts have no identity: their place is all there is.
  return leaves.map(({ text, marks }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a leaf is known by its place only.
    <Fragment key={at}>{marks.reduceRight<ReactNode>(marked, withBreaks(text))}</Fragment>
  ))
}

function withBreaks(text: string): ReactNode {
  if (!text.includes('\n')) return text
  return text.split('\n').map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place only.
    <Fragment key={at}>
      {at > 0 && <br />}
      {line}
    </Fragment>
  ))
}

function marked(inner: ReactNode, { type, data }: Leaf['marks'][number]): ReactNode {
  const Tag = tags[type]
  if (Tag !== undefined) return <Tag>{inner}</Tag>
  const { text = 'default', background = 'default' } = data ?? {}
  return (
    <mark data-text={String(text)} data-background={String(background)}>
      {inner}
    </mark>
  )
}

const tags: Readonly<Partial<Record<string, 'strong' | 'em' | 'code' | 'kbd' | 's' | 'sup' | 'sub'>>> = {
  bold: 'strong',
  italic: 'em',
  code: 'code',
  keyboard: 'kbd',
  strikethrough: 's',
  superscript: 'sup',
  subscript: 'sub',
}

interface InlineProps {
  readonly node: DocumentNode
}

const kinds: Readonly<Record<string, (props: InlineProps) => ReactNode>> = {
  link: LinkInline,
  mention: Mention,
  button: ButtonInline,
  annotation: Annotation,
  emoji: ({ node }) => emojiOf(textIn(node, 'code') ?? ''),
  expression: ({ node }) => <code className="variable">{textIn(node, 'expression')}</code>,
  'inline-math': ({ node }) => <Formula tex={textIn(node, 'formula') ?? ''} display="inline" />,
  'inline-image': ({ node }) => <Picture node={node} />,
  icon: () => null,
  // What comparisons put around words that came and words that are gone.
  inserted: ({ node }) => (
    <ins>
      <Inlines nodes={node.nodes} />
    </ins>
  ),
  deleted: ({ node }) => (
    <del>
      <Inlines nodes={node.nodes} />
    </del>
  ),
}

function LinkInline({ node }: InlineProps) {
  const { hrefOf } = useReferences()
  const ref = refIn(node)
  const href = safeHref(ref && hrefOf(ref))
  const words = <Inlines nodes={node.nodes} />
  if (href === undefined) return <span className="broken-link">{words}</span>
  return (
    <a href={href} {...(ref?.kind === 'url' && { target: '_blank', rel: 'noreferrer' })}>
      {words}
    </a>
  )
}

function Mention({ node }: InlineProps) {
  const { hrefOf, titleOf, useName } = useReferences()
  const ref = refIn(node)
  const name = useName(ref?.kind === 'user' ? ref.user : undefined)
  const title = name ?? (ref && titleOf(ref)) ?? 'Somebody or something that is gone'
  const href = safeHref(ref && hrefOf(ref))
  return href === undefined ? <span className="mention">@{title}</span> : <a href={href}>{title}</a>
}

function ButtonInline({ node }: InlineProps) {
  const { hrefOf } = useReferences()
  const ref = refIn(node)
  const href = safeHref(ref && hrefOf(ref))
  const kind = textIn(node, 'kind') === 'secondary' ? undefined : 'primary'
  return (
    <a className="button" data-kind={kind} {...(href && { href })}>
      {textIn(node, 'label')}
    </a>
  )
}

function Annotation({ node }: InlineProps) {
  return (
    <span className="annotation">
      <Inlines nodes={node.nodes} />
    </span>
  )
}
