import type { ImportRun, ImportSource } from '@stemma/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { announce } from '../../app/announcements.tsx'
import { api } from '../../app/client.ts'
import { queryClient } from '../../app/queries.ts'
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
    if (!made.keys.has(file)) made.keys.set(file, await upload(organizationId, file))
  }
  onStep('Starting…')
  if ('title' in into)
    made.spaceId ??= (await api.createSpace({ params, body: { title: into.title, empty: true } })).id
  const space = 'title' in into ? (made.spaceId ?? '') : into.spaceId
  const keys = files.map((file) => made.keys.get(file) ?? '')
  const body = { source: toRunSource(source, { keys, url, kind }), target: { space } }
  return api.startImportRun({ params, body })
}

/** To a signed URL, which is the permission: nobody's session is sent there. */
async function upload(organizationId: string, file: File): Promise<string> {
  const { url, key } = await api.generateStorageUploadURL({
    params: { organizationId },
    body: {
      file: { name: file.name, type: file.type || 'application/octet-stream', size: file.size },
      kind: 'import_file',
    },
  })
  const { ok, status } = await put(url, file)
  if (!ok) throw new UploadFailure(`“${file.name}” could not be uploaded: status ${status}. Try again.`)
  return key
}

async function put(url: string, file: File): Promise<Pick<Response, 'ok' | 'status'>> {
  try {
    return await fetch(url, { method: 'PUT', body: file, credentials: 'omit' })
  } catch {
    throw new UploadFailure(`“${file.name}” could not be uploaded. Check your network, then try again.`)
  }
}

/** An upload that failed, in words for the person who chose the file. */
export class UploadFailure extends Error {
  override readonly name = 'UploadFailure'
}
