import type { ContentLocation, File } from '@stemma/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useId } from 'react'
import { isPicture } from '../../app/choose-files.ts'
import { adviceFor } from '../../app/failures.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { safeHref } from '../../kit/document/references.ts'
import { Icon } from '../../kit/icon.tsx'
import { ShowMore } from '../../kit/show-more.tsx'
import { PageAt } from '../space/links/page-links.tsx'
import { searchOf, type Version } from '../space/place.ts'
import { usesOf } from './files.ts'
import { markdownOf } from './kinds.ts'

interface FileDetailsProps {
  readonly id: string
  readonly spaceId: string
  readonly version: Version
  readonly file: File
}

/** What a file shows, how to write it in a page, and the pages that do. */
export function FileDetails({ id, spaceId, version, file }: FileDetailsProps) {
  const href = safeHref(file.downloadURL)
  const isShown = isPicture(file.contentType)
  const markdown = markdownOf(file)
  return (
    <div className="file-details" id={id}>
      {isShown && <Preview file={file} href={href} />}
      <div className="file-facts">
        <section>
          <h2>In a page</h2>
          <code className="file-markdown">{markdown}</code>
          <span className="file-copy-below">
            <CopyButton text={markdown} label={`Copy the Markdown of ${file.name}`} />
          </span>
          {isShown && <p>Between the brackets, say what the picture shows.</p>}
        </section>
        {href && (
          <a className="button" href={href} download={file.name} target="_blank" rel="noreferrer">
            <Icon name="download-simple" /> Download
          </a>
        )}
        {version.kind === 'revision' ? (
          <p>Earlier revisions don’t say where a file is used.</p>
        ) : (
          <UsedIn spaceId={spaceId} version={version} fileId={file.id} />
        )}
      </div>
    </div>
  )
}

function Preview({ file, href }: { readonly file: File; readonly href: string | undefined }) {
  const { width, height } = file.dimensions ?? {}
  return (
    <p className="file-preview">
      <img src={href} alt={`Preview of ${file.name}`} width={width} height={height} />
    </p>
  )
}

type UsedInProps = Pick<FileDetailsProps, 'spaceId' | 'version'> & { readonly fileId: string }

function UsedIn({ fileId, ...here }: UsedInProps) {
  const title = useId()
  const list = useInfiniteQuery({ ...usesOf(here.spaceId, here.version, fileId), throwOnError: false })
  const places = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section className="page-links" aria-labelledby={title}>
      <h2 id={title}>Used in</h2>
      {list.error && <p role="alert">{adviceFor(list.error)}</p>}
      {list.data && places.length === 0 && <p>No page and no reusable content of this space shows it.</p>}
      <ul>
        {places.map((place) => (
          <Place key={keyOf(place)} place={place} here={here} />
        ))}
      </ul>
      <ShowMore list={list} />
    </section>
  )
}

interface PlaceProps {
  readonly place: ContentLocation
  readonly here: Pick<FileDetailsProps, 'spaceId' | 'version'>
}

function Place({ place, here }: PlaceProps) {
  const { organizationId = '' } = useParams({ strict: false })
  if (place.kind === 'page')
    return (
      <li>
        <PageAt place={place} here={here} />
      </li>
    )
  if (place.kind !== 'reusable-content') return null
  return (
    <li>
      <Link
        to="/o/$organizationId/s/$spaceId/~/reusable"
        params={{ organizationId, spaceId: here.spaceId }}
        search={searchOf(here.version)}
        hash={place.reusableContent.id}
      >
        <Icon name="puzzle-piece" />
        <span>
          {place.reusableContent.title} <small>Reusable content</small>
        </span>
      </Link>
    </li>
  )
}

function keyOf(place: ContentLocation): string {
  if (place.kind === 'page') return place.page.id
  return place.kind === 'reusable-content' ? place.reusableContent.id : place.kind
}
