import type { Space, File as StoredFile } from '@stemma/contract'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { Button, DropZone } from 'react-aria-components'
import { chooseFiles } from '../../app/choose-files.ts'
import { useOperation } from '../../app/operations.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { havingWords } from '../../kit/having-words.ts'
import { Icon } from '../../kit/icon.tsx'
import { KeyBar } from '../../kit/key-bar.tsx'
import { NearRows } from '../../kit/near-rows.tsx'
import { useRowKeys } from '../../kit/row-keys.ts'
import { Screen } from '../../kit/screen.tsx'
import { pageType } from '../space/page-drags.tsx'
import { searchOf, type Version, versionIn } from '../space/place.ts'
import { SpaceCrumbs } from '../space/space-crumbs.tsx'
import { useMayWrite } from '../space/use-may-write.ts'
import { offersWriting } from '../space/writing.ts'
import { FileRow } from './file-row.tsx'
import { type FilesSearch, inOrder, useFiles } from './files.ts'
import { FilesFilters } from './files-filters.tsx'
import { kindOf } from './kinds.ts'
import { UploadList } from './upload-list.tsx'
import { uploadFiles, useUploads } from './uploads.ts'
import './files-screen.css'

const route = getRouteApi('/o/$organizationId/s/$spaceId/~/files')

/** The files of a version of a space, and where they are used. */
export function FilesScreen() {
  const { organizationId, spaceId } = route.useParams()
  const search = route.useSearch()
  const version = versionIn(search)
  const space = useOperation('getSpaceById', { params: { spaceId } })
  const { files, count } = useFiles(spaceId, version)
  const uploads = useUploads(spaceId)
  const upload = useUpload(organizationId, space, version)
  const list = useRef<HTMLDivElement>(null)
  useRowKeys(list)
  const choose = upload && (() => chooseFiles('', upload))
  useShortcuts('files', choose ? { u: choose } : {})
  const button = choose && (
    <Button className="button" data-kind="primary" {...offersWriting(space, version)} onPress={choose}>
      <Icon name="plus" /> Upload files
    </Button>
  )
  const isEmpty = count === 0 && uploads.length === 0
  return (
    <Screen
      title="Files"
      crumbs={<SpaceCrumbs organizationId={organizationId} space={space} version={version} />}
      actions={!isEmpty && button}
      below={count > 0 && <FilesFilters files={files} search={search} />}
      footer={!isEmpty && <KeyBar groups={['rows', 'files']} />}
      isFull
    >
      <Dropping onDrop={upload}>
        <UploadList uploads={uploads} />
        <div ref={list}>
          {isEmpty ? (
            <Empty button={button} version={version} />
          ) : (
            <FileList spaceId={spaceId} version={version} files={files} search={search} count={count} />
          )}
        </div>
      </Dropping>
    </Screen>
  )
}

/** Sends files, if the person may. The URL follows into the draft of a locked space. */
function useUpload(organizationId: string, space: Space, version: Version) {
  const router = useRouter()
  const navigate = route.useNavigate()
  if (!useMayWrite(space, version)) return undefined
  const { id: spaceId } = space
  const isHere = () => {
    const match = router.state.matches.at(-1)
    return match?.routeId === route.id && match.params.spaceId === spaceId
  }
  return (files: readonly File[]) =>
    uploadFiles(files, {
      organizationId,
      space,
      version,
      onDraft: (draft) => void (isHere() && navigate({ search: searchOf(draft) })),
    })
}

interface DroppingProps {
  readonly onDrop: ((files: readonly File[]) => void) | undefined
  readonly children: ReactNode
}

/** Takes files that are dropped anywhere on the screen, or pasted by keyboard. */
function Dropping({ onDrop, children }: DroppingProps) {
  if (onDrop === undefined) return children
  return (
    <DropZone
      className="files-drop"
      aria-label="Drop files here, or paste them"
      getDropOperation={(types) => (types.has(pageType) ? 'cancel' : 'copy')}
      onDrop={async ({ items }) => {
        const files = await Promise.all(
          items.flatMap((item) => (item.kind === 'file' ? [item.getFile()] : [])),
        )
        if (files.length > 0) onDrop(files)
      }}
    >
      {children}
    </DropZone>
  )
}

interface FileListProps {
  readonly spaceId: string
  readonly version: Version
  readonly files: readonly StoredFile[]
  readonly search: FilesSearch
  readonly count: number
}

function FileList({ spaceId, version, files, search, count }: FileListProps) {
  const navigate = route.useNavigate()
  const { query = '', type, sort } = search
  const ofType = inOrder(files, sort).filter((file) => type === undefined || kindOf(file) === type)
  const shown = havingWords(ofType, query, ({ name }) => name)
  const toggle = (id: string) =>
    navigate({
      search: (before) => ({ ...before, file: before.file === id ? undefined : id }),
      replace: true,
    })
  if (count === 0) return null
  return (
    <div className="files" data-earlier={version.kind === 'revision' || undefined}>
      <div className="files-head" aria-hidden="true">
        <span />
        <span>Name</span>
        <span>Type</span>
        <span>Pixels</span>
        <span>Size</span>
        <span>Used</span>
        <span>Markdown</span>
      </div>
      <ul>
        <NearRows rows={shown} as="li" isNeeded={({ id }) => id === search.file}>
          {(file) => (
            <FileRow
              key={file.id}
              spaceId={spaceId}
              version={version}
              file={file}
              isOpen={file.id === search.file}
              onToggle={() => toggle(file.id)}
            />
          )}
        </NearRows>
      </ul>
      <p className="files-end" role="status">
        {shown.length === 0 ? (
          <>
            No file matches.
            <Link className="button" from={route.id} to="." search={searchOf(version)}>
              Show all files
            </Link>
          </>
        ) : (
          howMany(shown.length, files.length, count)
        )}
      </p>
    </div>
  )
}

function howMany(shown: number, read: number, count: number): string {
  if (read < count) return `${read} of ${count} files are read so far.`
  return shown < count ? `${shown} of ${count} files.` : `${count} in all.`
}

interface EmptyProps {
  /** Only for people who may upload. */
  readonly button: ReactNode
  readonly version: Version
}

function Empty({ button, version }: EmptyProps) {
  return (
    <div className="files-empty">
      <h2>{version.kind === 'revision' ? 'This revision has no files' : 'There are no files yet'}</h2>
      {button ? (
        <p>
          Upload pictures and anything that people should download, or drop them here. In a page, type{' '}
          <kbd>/</kbd> to add a file where it is needed.
        </p>
      ) : (
        <p>Pictures and downloads of the pages are listed here, with the pages that use them.</p>
      )}
      {button}
    </div>
  )
}
