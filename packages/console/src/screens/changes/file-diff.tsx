import type { DocumentNode, File } from '@stemma/contract'
import { useQuery, useSuspenseQueries } from '@tanstack/react-query'
import { refIn } from '../../kit/document/data.ts'
import { safeHref } from '../../kit/document/references.ts'
import { Icon } from '../../kit/icon.tsx'
import { sizeOf } from '../../kit/size.ts'
import { fileOf } from '../space/contents.ts'
import type { Version } from '../space/place.ts'
import type { Changed } from './changed.ts'
import { type Compared, filesOf, sidesOf } from './compared.ts'
import './file-diff.css'

interface FileDiffProps {
  readonly item: Changed
  readonly compared: Compared
}

/** A file as it was and as it is, side by side: pictures to look at, others by name, type and size. */
export function FileDiff({ item, compared }: FileDiffProps) {
  const answers = useSuspenseQueries({ queries: [...filesOf(item, compared)] })
  const { before, after } = sidesOf(
    item,
    answers.map(({ data }) => data),
  )
  return (
    <div className="file-diff">
      {before && <Side words={after ? 'Before' : 'Removed'} tone="danger" file={before} />}
      {after && <Side words={before ? 'After' : 'Added'} tone="success" file={after} />}
    </div>
  )
}

interface SideProps {
  readonly words: string
  readonly tone: 'danger' | 'success'
  readonly file: File
}

function Side({ words, tone, file }: SideProps) {
  const { name, contentType, dimensions, downloadURL } = file
  const href = safeHref(downloadURL)
  return (
    <figure
      className={`file-side tone-${tone}`}
      data-change={tone}
      tabIndex={-1}
      aria-label={`${words}: ${name}`}
    >
      <p className="file-side-words">{words}</p>
      {contentType.startsWith('image/') ? (
        <div className="file-picture">
          <img src={href} alt={`${words}: ${name}`} width={dimensions?.width} height={dimensions?.height} />
        </div>
      ) : (
        <p className="file-picture">
          <Icon name="file-text" />
        </p>
      )}
      <figcaption>
        <a className="cut" href={href} download={name}>
          {name}
        </a>
        <FileFacts file={file} />
      </figcaption>
    </figure>
  )
}

/** What can be said about a file without opening it. */
function FileFacts({ file: { contentType, size, dimensions } }: Pick<SideProps, 'file'>) {
  return (
    <span className="dots">
      <span>{contentType}</span>
      <span>{sizeOf(size)}</span>
      {dimensions && (
        <span>
          {dimensions.width} × {dimensions.height}
        </span>
      )}
    </span>
  )
}

interface ShownFileProps {
  readonly node: DocumentNode
  readonly spaceId: string
  readonly version: Version
}

/** The file behind a picture or a file of a page, in words. */
export function ShownFile({ node, spaceId, version }: ShownFileProps) {
  // A picture stands inside of a block that can hold several.
  const ref = refIn(node) ?? (node.nodes?.[0] && refIn(node.nodes[0]))
  const id = ref?.kind === 'file' ? ref.file : undefined
  const query = fileOf(spaceId, version, id ?? '') as ReturnType<typeof fileOf>
  const { data } = useQuery({ ...query, enabled: id !== undefined, throwOnError: false })
  if (data === undefined) return null
  return (
    <p>
      <span className="dots">
        <span>{data.name}</span>
        <FileFacts file={data} />
      </span>
    </p>
  )
}
