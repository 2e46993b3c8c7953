import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../app/client.ts'
import { useEverySpace } from '../../../app/spaces.ts'
import { Cards } from '../../../kit/cards.tsx'
import { Combo } from '../../../kit/combo.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { Notice } from '../../../kit/notice.tsx'
import { SaveForm } from '../../../kit/save-form.tsx'

const formats = [
  {
    id: 'files',
    name: 'Markdown files',
    note: 'A ZIP that other programs read, with a folder for each part of the tree',
    icon: 'markdown-logo',
  },
  {
    id: 'stemma',
    name: 'Archive',
    note: 'A ZIP from which an import restores the space with its IDs',
    icon: 'hard-drives',
  },
  { id: 'pdf', name: 'PDF', note: 'All pages in one document, to read and to print', icon: 'file-text' },
] as const

type Format = (typeof formats)[number]['id']

/** One space as a file. */
export function SpaceExport({ organizationId }: { readonly organizationId: string }) {
  const spaces = useEverySpace({ organizationId }).items
  const [spaceId, setSpaceId] = useState(spaces[0]?.id ?? '')
  const [format, setFormat] = useState<Format>('files')
  const write = useMutation({ networkMode: 'always', mutationFn: exportSpace })
  const choose = (change: () => void) => {
    change()
    write.reset()
  }
  return (
    <section aria-labelledby="exports">
      <h2 id="exports">Exports</h2>
      <p className="settings-note">
        An export has the current content of a space with its files. Change requests and comments are not part
        of it.
      </p>
      {spaces.length === 0 ? (
        <p>There is no space that you can read, so there is nothing to export.</p>
      ) : (
        <SaveForm
          offered={{}}
          write={write}
          action="Export"
          onSave={() => write.mutate({ spaceId, format }, { onSuccess: begin })}
        >
          <Combo
            label="Space"
            name="space"
            value={spaceId}
            options={spaces.map(({ id, title }) => ({ id, name: title || 'Untitled space' }))}
            isRequired
            onChange={(id) => choose(() => setSpaceId(id))}
          />
          <Cards
            label="Format"
            value={format}
            options={formats}
            onChange={(id) => choose(() => setFormat(formats.find((one) => one.id === id)?.id ?? 'files'))}
          />
        </SaveForm>
      )}
      <div role="status">{write.data && <Ready {...write.data} />}</div>
    </section>
  )
}

interface Wanted {
  readonly spaceId: string
  readonly format: Format
}

interface Exported {
  readonly format: Format
  readonly url: string
}

async function exportSpace({ spaceId, format }: Wanted): Promise<Exported> {
  const params = { spaceId }
  const { url } =
    format === 'pdf'
      ? await api.getSpacePDF({ params })
      : await api.exportSpaceContent({ params, query: { layout: format } })
  return { format, url }
}

/** The browser saves a ZIP and stays where it is. A PDF is opened by the person: it may have to be made. */
function begin({ format, url }: Exported) {
  if (format !== 'pdf') Object.assign(document.createElement('a'), { href: url, download: '' }).click()
}

function Ready({ format, url }: Exported) {
  const isPDF = format === 'pdf'
  return (
    <Notice icon="check-circle" tone="success">
      <p>
        <b>{isPDF ? 'The PDF is ready to be opened.' : 'The download has begun.'}</b>{' '}
        {isPDF
          ? 'If it is not made yet, that takes up to a minute for a large space.'
          : 'Your browser shows how far it is. If it did not begin, use this link within an hour.'}
      </p>
      <a className="button" href={url} target="_blank" rel="noreferrer">
        <Icon name={isPDF ? 'arrow-square-out' : 'download-simple'} />
        {isPDF ? 'Open the PDF' : 'Download the ZIP'}
        <span className="hidden-text"> (opens in a new window)</span>
      </a>
    </Notice>
  )
}
