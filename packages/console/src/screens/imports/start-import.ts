import type { ImportRun, ImportSource } from '@stemma/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { announce } from '../../app/announcements.tsx'
import { api } from '../../app/client.ts'
import { queryClient } from '../../app/queries.ts'
import { uploadFile } from '../../app/upload-file.ts'
import { type Source, toRunSource } from './sources.ts'

export interface Wanted {
  readonly source: Source
  readonly kind: ImportSource
  readonly url: string
  readonly files: readonly File[]
  /** A space, or the title of a new one. */
  readonly into: { readonly spaceId: string } | { readonly title: string }
}

/** What earlier attempts have done: the next one goes on from there. */
interface Made {
  spaceId?: string
  readonly keys: Map<File, string>
}

/** Uploads the files, creates the space if there is none yet, and starts the import. */
export function useStartImport(organizationId: string) {
  const made = useRef<Made>({ keys: new Map() })
  const [step, setStep] = useState('')
  /** Not `isPending` of the button, which would leave its announcement behind when the screen changes. */
  const tell = (words: string) => {
    setStep(words)
    announce(words)
  }
  const { mutate, error, isPending } = useMutation({
    // Without a network it fails in words, instead of waiting where nobody sees it.
    networkMode: 'always',
    mutationFn: (wanted: Wanted) => start(organizationId, wanted, made.current, tell),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['orgs', organizationId, 'spaces'] }),
        queryClient.invalidateQueries({ queryKey: ['org', organizationId, 'imports'] }),
      ]),
  })
  return { mutate, error, isPending, step }
}

async function start(
  organizationId: string,
  { source, kind, url, files, into }: Wanted,
  made: Made,
  onStep: (words: string) => void,
): Promise<ImportRun> {
  const params = { organizationId }
  for (const [at, file] of files.entries()) {
    onStep(files.length === 1 ? `Uploading ${file.name}…` : `Uploading ${at + 1} of ${files.length}…`)
    if (!made.keys.has(file))
      made.keys.set(file, await uploadFile(organizationId, file, { kind: 'import_file' }))
  }
  onStep('Starting…')
  if ('title' in into)
    made.spaceId ??= (await api.createSpace({ params, body: { title: into.title, empty: true } })).id
  const space = 'title' in into ? (made.spaceId ?? '') : into.spaceId
  const keys = files.map((file) => made.keys.get(file) ?? '')
  const body = { source: toRunSource(source, { keys, url, kind }), target: { space } }
  return api.startImportRun({ params, body })
}
