import type { File } from '@stemma/contract'
import { useId } from 'react'
import { Button } from 'react-aria-components'
import { isPicture } from '../../app/choose-files.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
import { safeHref } from '../../kit/document/references.ts'
import { Icon } from '../../kit/icon.tsx'
import { sizeOf } from '../../kit/size.ts'
import type { Version } from '../space/place.ts'
import { FileDetails } from './file-details.tsx'
import { useUses } from './files.ts'
import { kindIcons, kindOf, markdownOf, typeOf } from './kinds.ts'

interface FileRowProps {
  readonly spaceId: string
  readonly version: Version
  readonly file: File
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** One line, which opens to everything about the file. */
export function FileRow({ spaceId, version, file, isOpen, onToggle }: FileRowProps) {
  const details = useId()
  const { name, size } = file
  return (
    <li className="file" data-open={isOpen || undefined}>
      <div className="file-row">
        <Thumb file={file} />
        <Button
          className="file-name"
          data-row={file.id}
          aria-expanded={isOpen}
          {...(isOpen && { 'aria-controls': details })}
          onPress={onToggle}
        >
          <span className="cut">{name}</span>
          <Icon name={isOpen ? 'caret-down' : 'caret-right'} />
        </Button>
        <span className="file-about">
          <span>{typeOf(file)}</span>
          <span>{dimensionsOf(file)}</span>
          <span>{sizeOf(size)}</span>
          <Uses spaceId={spaceId} version={version} fileId={file.id} />
        </span>
        <span className="file-copy">
          <CopyButton text={markdownOf(file)} label={`Copy the Markdown of ${name}`} />
        </span>
      </div>
      {isOpen && <FileDetails id={details} spaceId={spaceId} version={version} file={file} />}
    </li>
  )
}

/** Decoration: the name beside it says what it is. */
function Thumb({ file }: { readonly file: File }) {
  const src = isPicture(file.contentType) ? safeHref(file.downloadURL) : undefined
  return (
    <span className="file-thumb" aria-hidden="true">
      {src === undefined ? (
        <Icon name={kindIcons[kindOf(file)]} size="l" />
      ) : (
        <img src={src} alt="" loading="lazy" decoding="async" />
      )}
    </span>
  )
}

function dimensionsOf({ dimensions }: File): string {
  return dimensions === undefined ? '' : `${dimensions.width} × ${dimensions.height}`
}

interface UsesProps {
  readonly spaceId: string
  readonly version: Version
  readonly fileId: string
}

/** Nothing until it is known; its room is there. */
function Uses({ spaceId, version, fileId }: UsesProps) {
  const count = useUses(spaceId, version, fileId)
  if (version.kind === 'revision') return null
  return (
    <span className="file-uses">
      {count === 0 ? <span className="badge">Unused</span> : count !== undefined && usedWords(count)}
    </span>
  )
}

function usedWords(count: number): string {
  return count === 1 ? 'Used once' : `Used in ${count} places`
}
