import type { ContentReference, DocumentNode, DocumentPage } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { toQuery } from '../../app/operations.ts'
import { DocumentText } from '../../kit/document/document-text.tsx'
import type { References } from '../../kit/document/references.ts'
import { fileOf, pagesOf } from './contents.ts'
import { titleInside } from './page-title.ts'
import { findPage, searchOf, splatOf, type Version } from './place.ts'
import { useReused } from './reused.ts'
import './page-text.css'

interface PageTextProps {
  readonly page: DocumentPage
  readonly references: References
  readonly around?: Parameters<typeof DocumentText>[0]['around']
}

/** The title and the text of a page. The title gets the focus when another page is opened. */
export function PageText({ page, references, around }: PageTextProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const { document } = page
  useEffect(() => title.current?.focus(), [])
  return (
    <article className="page-text">
      <h1 ref={title} tabIndex={-1}>
        {page.title}
      </h1>
      {page.description && <p className="page-lead">{page.description}</p>}
      {document && (
        <DocumentText
          document={{ ...document, nodes: [...shownNodes(page)] }}
          references={references}
          around={around}
        />
      )}
    </article>
  )
}

/** The text without its title, which stands above it. */
export function shownNodes(page: DocumentPage): readonly DocumentNode[] {
  const nodes = page.document?.nodes ?? []
  return titleInside(page) ? nodes.slice(1) : nodes
}

interface ReadPlace {
  readonly organizationId: string
  readonly spaceId: string
  readonly version: Version
}

type ReusableReference = Extract<ContentReference, { readonly kind: 'reusable-content' }>

/** Links lead to the same version of the other page, as soon as the pages of that version are known. */
export function usePageReferences({ organizationId, spaceId, version }: ReadPlace): References {
  const router = useRouter()
  const pages = useQuery(pagesOf(spaceId, version)).data?.pages
  const hrefTo = (path: string) =>
    router.buildLocation({
      to: '/o/$organizationId/s/$spaceId/$',
      params: { organizationId, spaceId, _splat: splatOf({ version, path }) },
    }).href
  const hrefOfReusable = ({ space = spaceId, reusableContent }: ReusableReference) =>
    router.buildLocation({
      to: '/o/$organizationId/s/$spaceId/~/reusable',
      params: { organizationId, spaceId: space },
      search: space === spaceId ? searchOf(version) : {},
      hash: reusableContent,
    }).href
  const pageIn = (ref: ContentReference) => {
    const isHere = ref.kind === 'page' || ref.kind === 'anchor' ? !('space' in ref && ref.space) : false
    return isHere && 'page' in ref && ref.page !== undefined ? findPage(pages ?? [], ref.page) : undefined
  }
  const unknown = pages === undefined ? '…' : undefined
  return {
    hrefOf(ref) {
      if (ref.kind === 'url') return ref.url
      if (ref.kind === 'reusable-content') return hrefOfReusable(ref)
      const page = pageIn(ref)
      const anchor = ref.kind === 'anchor' ? `#${ref.anchor}` : ''
      if (page !== undefined && 'path' in page) return `${hrefTo(page.path)}${anchor}`
      return anchor === '' || ('page' in ref && ref.page) ? undefined : anchor
    },
    titleOf: (ref) => (ref.kind === 'url' ? ref.url : (pageIn(ref)?.title ?? unknown)),
    useFile(fileId) {
      const query = fileOf(spaceId, version, fileId ?? '')
      // A file can be gone: the text around it is still there.
      return useQuery({ ...query, enabled: fileId !== undefined, throwOnError: false }).data
    },
    useName(userId) {
      const query = toQuery('getUserById', { params: { userId: userId ?? '' } })
      const isAsked = userId !== undefined
      const { data, isPending } = useQuery({ ...query, enabled: isAsked, throwOnError: false })
      return isAsked && isPending ? '…' : data?.displayName
    },
    useReused(ref) {
      return useReused({ spaceId, version }, ref)
    },
  }
}
