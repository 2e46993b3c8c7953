import type { DocumentNode } from '@stemma/contract'
import { createElement, Fragment, type ReactNode, useId } from 'react'
import { diagramSyntax } from '../drawings/diagrams.ts'
import { Icon } from '../icon.tsx'
import type { IconName } from '../icon-names.ts'
import { flagIn, fragmentOf, recordOf, refIn, textIn, wordsOf } from './data.ts'
import { Diagram } from './diagram.tsx'
import { Formula } from './formula.tsx'
import { Inlines } from './inlines.tsx'
import { EmbedBlock, FileBlock, ImageBlock } from './media.tsx'
import { safeHref, useReferences } from './references.ts'
import { ReusedBlock } from './reused-block.tsx'
import { TableBlock } from './table.tsx'

interface BlockProps {
  readonly node: DocumentNode
}

/** Puts something beside a block. */
export type Around = (node: DocumentNode, block: ReactNode) => ReactNode

interface BlocksProps {
  readonly nodes?: readonly DocumentNode[] | undefined
  readonly around?: Around | undefined
}

export function Blocks({ nodes = [], around }: BlocksProps) {
  return nodes.map((node, at) => {
    const Kind = kinds[node.type ?? ''] ?? Unknown
    const key = node.key === undefined ? at : `${node.key}-${at}`
    if (around === undefined) return <Kind node={node} key={key} />
    return <Fragment key={key}>{around(node, <Kind node={node} />)}</Fragment>
  })
}

const kinds: Readonly<Record<string, (props: BlockProps) => ReactNode>> = {
  paragraph: ({ node }) => (
    <p>
      <Inlines nodes={node.nodes} />
    </p>
  ),
  'heading-1': ({ node }) => <Heading node={node} level={2} />,
  'heading-2': ({ node }) => <Heading node={node} level={3} />,
  'heading-3': ({ node }) => <Heading node={node} level={4} />,
  'list-unordered': ({ node }) => (
    <ul>
      <Blocks nodes={node.nodes} />
    </ul>
  ),
  'list-ordered': ({ node }) => (
    <ol start={Number(node.data?.start ?? 1)}>
      <Blocks nodes={node.nodes} />
    </ol>
  ),
  'list-tasks': ({ node }) => (
    <ul className="tasks">
      <Blocks nodes={node.nodes} />
    </ul>
  ),
  'list-item': ListItem,
  blockquote: ({ node }) => (
    <blockquote>
      <Blocks nodes={node.nodes} />
    </blockquote>
  ),
  hint: Hint,
  code: CodeBlock,
  divider: () => <hr />,
  tabs: Parts,
  stepper: Parts,
  columns: ({ node }) => (
    <div className="columns">
      {node.nodes?.map((column, at) => (
        <div key={column.key ?? at}>
          <Blocks nodes={column.nodes} />
        </div>
      ))}
    </div>
  ),
  expandable: Expandable,
  images: ({ node }) => <Blocks nodes={node.nodes} />,
  image: ({ node }) => <ImageBlock node={node} caption={<Caption node={node} />} />,
  drawing: ({ node }) => <ImageBlock node={node} caption={<Caption node={node} />} />,
  file: ({ node }) => <FileBlock node={node} caption={<Caption node={node} />} />,
  embed: ({ node }) => <EmbedBlock node={node} caption={<Caption node={node} />} />,
  table: ({ node }) => <TableBlock node={node} draw={(nodes) => <Blocks nodes={nodes} />} />,
  math: ({ node }) => <Formula tex={textIn(node, 'formula') ?? ''} display="block" />,
  'content-ref': ContentRef,
  'reusable-content': ({ node }) => <ReusedBlock node={node} draw={(nodes) => <Blocks nodes={nodes} />} />,
  'openapi-operation': ({ node }) => (
    <p className="reference">
      <b>{textIn(node, 'method')?.toUpperCase()}</b> <code>{textIn(node, 'path')}</code>
    </p>
  ),
}

/** The title of the page is the first level. */
function Heading({ node, level }: BlockProps & { readonly level: number }) {
  const id = textIn(node, 'id')
  return createElement(`h${level}`, { ...(id && { id }) }, <Inlines nodes={node.nodes} />)
}

function ListItem({ node }: BlockProps) {
  const { checked } = recordOf(node.data)
  const isTask = typeof checked === 'boolean'
  return (
    <li>
      {isTask && <input type="checkbox" checked={checked} disabled aria-label={checked ? 'Done' : 'To do'} />}
      <div>
        <Blocks nodes={node.nodes} />
      </div>
    </li>
  )
}

const hints: Readonly<Record<string, { readonly icon: IconName; readonly name: string }>> = {
  info: { icon: 'info', name: 'Note' },
  success: { icon: 'check-circle', name: 'Success' },
  warning: { icon: 'warning', name: 'Warning' },
  danger: { icon: 'warning-circle', name: 'Danger' },
}

function Hint({ node }: BlockProps) {
  const style = textIn(node, 'style') ?? 'info'
  const known = style in hints ? style : 'info'
  const { icon = 'info', name = 'Note' } = hints[known] ?? {}
  return (
    <div className={`hint tone-${known}`} role="note" aria-label={name}>
      <Icon name={icon} size="l" />
      <div>
        <Blocks nodes={node.nodes} />
      </div>
    </div>
  )
}

function CodeBlock({ node }: BlockProps) {
  const title = textIn(node, 'title')
  return (
    <figure className="code" data-wrap={textIn(node, 'overflow') === 'wrap' || flagIn(node, 'wrap')}>
      {title && <figcaption>{title}</figcaption>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are moved sideways by keyboard too. */}
      <pre tabIndex={0}>
        <code>
          {node.nodes?.map((line, at) => (
            <Fragment key={line.key ?? at}>
              {at > 0 && '\n'}
              <Inlines nodes={line.nodes} />
            </Fragment>
          ))}
        </code>
      </pre>
      {textIn(node, 'syntax') === diagramSyntax && (
        <Diagram source={(node.nodes ?? []).map(wordsOf).join('\n')} />
      )}
    </figure>
  )
}

/** Tabs and steps one below the other, each under its title. */
function Parts({ node }: BlockProps) {
  const isSteps = node.type === 'stepper'
  return (
    <ol className="parts" data-kind={node.type}>
      {node.nodes?.map((part, at) => (
        <li key={part.key ?? at}>
          {!isSteps && <p className="part-title">{textIn(part, 'title') ?? `Tab ${at + 1}`}</p>}
          <Blocks nodes={part.nodes} />
        </li>
      ))}
    </ol>
  )
}

function Expandable({ node }: BlockProps) {
  const [title] = fragmentOf(node, 'expandable-title')
  return (
    <details>
      <summary>
        <Inlines nodes={title?.nodes} />
      </summary>
      <Blocks nodes={fragmentOf(node, 'expandable-body')} />
    </details>
  )
}

function ContentRef({ node }: BlockProps) {
  const { hrefOf, titleOf } = useReferences()
  const ref = refIn(node)
  const href = safeHref(ref && hrefOf(ref))
  return (
    <p>
      <a className="reference" href={href}>
        <Icon name="file-text" /> {(ref && titleOf(ref)) ?? href ?? 'A page that is gone'}
      </a>
    </p>
  )
}

function Caption({ node }: BlockProps) {
  const nodes = fragmentOf(node, 'caption')
  if (nodes.length === 0) return null
  return (
    <figcaption>
      <Blocks nodes={nodes} />
    </figcaption>
  )
}

/** A block that this console doesn't know: its words are shown, and what it is. */
function Unknown({ node }: BlockProps) {
  const label = useId()
  return (
    <section className="unknown" aria-labelledby={label}>
      <small id={label}>{node.type}</small>
      <Blocks nodes={node.nodes?.filter(({ object }) => object === 'block')} />
    </section>
  )
}
