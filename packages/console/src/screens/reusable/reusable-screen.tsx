import type { ReusableContent, Space } from '@stemma/contract'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { adviceFor } from '../../app/failures.tsx'
import { useOperation } from '../../app/operations.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
import { DocumentText } from '../../kit/document/document-text.tsx'
import type { References } from '../../kit/document/references.ts'
import { NearRows } from '../../kit/near-rows.tsx'
import { SettingsFrame } from '../people/settings-frame.tsx'
import { contentOf, reusableTextOf } from '../space/contents.ts'
import { usePageReferences } from '../space/page-text.tsx'
import { versionIn } from '../space/place.ts'
import { SpaceCrumbs } from '../space/space-crumbs.tsx'
import { HowToWrite } from './how-to-write.tsx'
import { includeOf, textsAtFirst } from './reusable.ts'
import { VariableTable } from './variable-table.tsx'
import './reusable-screen.css'

const route = getRouteApi('/o/$organizationId/s/$spaceId/~/reusable')

/** The texts that pages include, as readers see them, and the variables of the space. */
export function ReusableScreen() {
  const { organizationId, spaceId } = route.useParams()
  const version = versionIn(route.useSearch())
  const space = useOperation('getSpaceById', { params: { spaceId } })
  const { data: revision } = useSuspenseQuery(contentOf(spaceId, version))
  const references = usePageReferences({ organizationId, spaceId, version })
  const contents = revision.reusableContents.toSorted((a, b) => a.title.localeCompare(b.title))
  const variables = Object.entries(revision.variables ?? {})
  const crumbs = <SpaceCrumbs organizationId={organizationId} space={space} version={version} />
  if (contents.length === 0 && variables.length === 0)
    return (
      <SettingsFrame title="Reusable contents" crumbs={crumbs}>
        <Empty organizationId={organizationId} space={space} isEarlier={version.kind === 'revision'} />
      </SettingsFrame>
    )
  return (
    <SettingsFrame title="Reusable contents" crumbs={crumbs}>
      <section className="reusable-part" aria-labelledby="texts">
        <h2 id="texts">
          Texts <span className="count">{contents.length}</span>
        </h2>
        {contents.length === 0 ? (
          <p className="settings-note">
            No text is reused yet. Pages can include texts that are written once.
          </p>
        ) : (
          <p className="settings-note">
            Paste the Markdown of a text into the source of a page: the page shows the text, and follows it
            when it changes.
          </p>
        )}
        <Texts contents={contents} spaceId={spaceId} revisionId={revision.id} references={references} />
      </section>
      <VariableTable variables={variables} />
      <details className="reusable-how">
        <summary>How to change them</summary>
        <HowToWrite organizationId={organizationId} space={space} />
      </details>
    </SettingsFrame>
  )
}

interface EmptyProps {
  readonly organizationId: string
  readonly space: Space
  readonly isEarlier: boolean
}

function Empty({ isEarlier, ...space }: EmptyProps) {
  return (
    <>
      <section aria-labelledby="none">
        <h2 id="none">
          {isEarlier ? 'This revision has no reusable contents' : 'There are no reusable contents yet'}
        </h2>
        <p className="settings-note">
          A reusable content is a text that several pages show, such as a warning or a contact. A variable is
          a short value, such as a version. Both are written once, and every page that uses them shows what
          they are now.
        </p>
      </section>
      <HowToWrite {...space} />
    </>
  )
}

interface TextsProps {
  readonly contents: readonly ReusableContent[]
  readonly spaceId: string
  readonly revisionId: string
  readonly references: References
}

function Texts({ contents, ...where }: TextsProps) {
  const hash = decodeURIComponent(globalThis.location.hash.slice(1))
  return (
    <NearRows rows={contents} atFirst={textsAtFirst} isNeeded={({ id }) => id === hash}>
      {(content) => <Text key={content.id} content={content} {...where} />}
    </NearRows>
  )
}

type TextProps = Omit<TextsProps, 'contents'> & { readonly content: ReusableContent }

function Text({ content: { id, title }, spaceId, revisionId, references }: TextProps) {
  const name = title || 'Untitled'
  const query = reusableTextOf(spaceId, revisionId, id)
  const { data, error } = useQuery({ ...query, throwOnError: false })
  return (
    <article className="reusable" id={id} aria-label={name}>
      <header>
        <h3>{name}</h3>
        <code className="reusable-include cut">{includeOf(id)}</code>
        <CopyButton text={includeOf(id)} label={`Copy the Markdown of ${name}`} />
      </header>
      <div className="reusable-text">
        {error && <p role="alert">{adviceFor(error)}</p>}
        {data?.nodes.length === 0 && <p>This text is empty.</p>}
        {data && <DocumentText document={data} references={references} />}
      </div>
    </article>
  )
}
