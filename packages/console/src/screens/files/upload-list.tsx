import { Button } from 'react-aria-components'
import { Icon } from '../../kit/icon.tsx'
import { sizeOf } from '../../kit/size.ts'
import type { Upload } from './uploads.ts'
import './upload-list.css'

/** Files on their way, above those that are there. */
export function UploadList({ uploads }: { readonly uploads: readonly Upload[] }) {
  if (uploads.length === 0) return null
  return (
    <section className="uploads" aria-label="Uploads">
      <ul>
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

function UploadRow({ upload: { file, state, cancel } }: { readonly upload: Upload }) {
  const isFailed = state.kind === 'failed'
  return (
    <li data-failed={isFailed || undefined}>
      <Icon name={isFailed ? 'warning-circle' : 'arrow-line-up'} />
      <span className="upload-name">
        <b className="cut">{file.name}</b>
        <small>{wordsFor(state, file.size)}</small>
      </span>
      {!isFailed && (
        <progress
          max={1}
          value={state.kind === 'sending' ? state.part : state.kind === 'sent' ? 1 : 0}
          aria-label={`Upload of ${file.name}`}
        />
      )}
      <span className="upload-acts">
        {isFailed && (
          <Button className="button" aria-label={`Retry ${file.name}`} onPress={state.retry}>
            Retry
          </Button>
        )}
        <Button
          className="button"
          data-kind="quiet"
          aria-label={`${isFailed ? 'Remove' : 'Cancel'} ${file.name}`}
          onPress={cancel}
        >
          {isFailed ? 'Remove' : 'Cancel'}
        </Button>
      </span>
    </li>
  )
}

function wordsFor(state: Upload['state'], size: number): string {
  switch (state.kind) {
    case 'waiting':
      return `Waiting · ${sizeOf(size)}`
    case 'sending':
      return `${Math.floor(state.part * 100)} % of ${sizeOf(size)}`
    case 'sent':
      return 'Uploaded, not added yet'
    case 'failed':
      return state.words
  }
}
