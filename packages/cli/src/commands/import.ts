import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@stemma/client'
import { type Progress, WrongUsage, withoutControls } from '@stemma/command-line'
import type { ImportRun } from '@stemma/contract'
import { changeRequestIdIn } from '../change-request.ts'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../exit-codes.ts'
import { signedIn } from '../session.ts'
import { spaceOf, spaceOption } from '../space.ts'
import { transfer } from '../transfer.ts'

export const importInto = defineCommand({
  name: 'import',
  summary: 'Bring a file or a website into a change request of a space.',
  takes: ['file'],
  options: {
    file: { value: 'FILE', summary: 'A zip file, a text in Markdown, a page in HTML, a document of Word.' },
    url: { value: 'URL', summary: 'A website instead of a file: everything below this address.' },
    space: spaceOption,
    cr: { value: 'NUMBER', summary: 'The change request, by number or id; otherwise a new one is opened.' },
    page: { value: 'ID', summary: 'The page below which it goes; otherwise at the top.' },
  },
  examples: [
    ['An archive of Markdown', 'stemma import handbook.zip --space Handbook'],
    ['A website', 'stemma import --url https://docs.example.com --space Handbook'],
  ],

  async run({ file, url, space: named, page, cr }, call) {
    if ((file === undefined) === (url === undefined))
      throw new WrongUsage('Say what to import, and where to: stemma import FILE --space SPACE')
    if (file !== undefined && /^https?:/.test(file))
      throw new WrongUsage('For a website say so: stemma import --url URL')
    const client = await signedIn(call)
    const { organization, id: space } = await spaceOf(client, call, named)
    const params = { organizationId: organization }
    const target = { space, ...(cr && { changeRequest: changeRequestIdIn(cr) }), ...(page && { page }) }
    const source =
      url === undefined
        ? { type: 'file' as const, files: [await upload(client, organization, file ?? '')] }
        : { type: 'website' as const, url }
    const started = await client.startImportRun({ params, body: { source, target } })
    const run = await follow(client, organization, started, call.progress)
    return { data: run, text: told(run) }
  },
})

async function upload(client: Client, organizationId: string, file: string): Promise<string> {
  const bytes = await readFile(file)
  const named = { name: basename(file), type: 'application/octet-stream', size: bytes.length }
  const body = { file: named, kind: 'import_file' as const }
  const { url, key } = await client.generateStorageUploadURL({ params: { organizationId }, body })
  const answer = await transfer(url, { method: 'PUT', body: bytes })
  if (!answer.ok)
    throw new CommandFailure(
      1,
      `The file cannot be uploaded: the server answers ${answer.status}. Try again.`,
    )
  return key
}

async function follow(client: Client, organizationId: string, { id }: ImportRun, progress: Progress) {
  for (let waitMs = 100; ; waitMs = Math.min(2000, waitMs * 1.5)) {
    const run = await client.getImportRun({ params: { organizationId, importRunId: id } })
    if (run.status !== 'pending' && run.status !== 'in-progress') {
      progress.end()
      return run
    }
    progress.show(run.progress.done, run.progress.found || undefined, 'pages and files')
    await sleep(waitMs)
  }
}

function told({ status, error, target, progress, failures = [] }: ImportRun): string {
  if (status !== 'completed') throw new CommandFailure(1, `The import is ${status}. ${error ?? ''}`.trim())
  const left = failures
    .map(({ address, reason }) => `  ${withoutControls(address)}: ${withoutControls(reason)}\n`)
    .join('')
  const head = `Imported ${progress.done} pages and files into change request ${target.changeRequest}.\n`
  return left === '' ? head : `${head}Left behind:\n${left}`
}
