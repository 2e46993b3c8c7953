import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@stemma/client'
import { type Progress, WrongUsage, withoutControls } from '@stemma/command-line'
import type { ChangeRequest, ImportRun } from '@stemma/contract'
import { changeRequestIdIn, titleOf } from '../change-request.ts'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../exit-codes.ts'
import { nextSteps } from '../next-steps.ts'
import { packFolder } from '../pack-folder.ts'
import { signedIn } from '../session.ts'
import { spaceOf, spaceOption } from '../space.ts'
import { transfer } from '../transfer.ts'

export const importInto = defineCommand({
  takes: ['file'],
  options: {
    file: { value: 'FILE', summary: 'A folder, or a zip, Markdown, HTML or Word file.' },
    url: { value: 'URL', summary: 'A website to import instead: all pages below this URL.' },
    space: spaceOption,
    cr: { value: 'NUMBER', summary: 'The change request, by number or id. Default: a new one.' },
    page: { value: 'ID', summary: 'The parent page, by id. Default: the top of the space.' },
  },
  examples: [
    ['Import a folder of Markdown files', 'stemma import docs --space Handbook'],
    ['Import an archive', 'stemma import handbook.zip --space Handbook'],
    ['Import a website', 'stemma import --url https://docs.example.com --space Handbook'],
  ],

  async run({ file, url, space: named, page, cr }, call) {
    if ((file === undefined) === (url === undefined))
      throw new WrongUsage('Name a file or folder to import: stemma import FILE --space SPACE')
    if (file !== undefined && /^https?:/.test(file))
      throw new WrongUsage('To import a website, use --url: stemma import --url URL')
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
    requireCompleted(run)
    const changeRequestId = run.target.changeRequest
    const changeRequest = await client.getChangeRequestById({ params: { spaceId: space, changeRequestId } })
    return { data: run, text: report(run, changeRequest) + nextSteps(changeRequest, named) }
  },
})

async function upload(client: Client, organizationId: string, file: string): Promise<string> {
  const isFolder = (await stat(file)).isDirectory()
  const bytes = isFolder ? await packFolder(file) : await readFile(file)
  const name = isFolder ? `${basename(resolve(file))}.zip` : basename(file)
  const body = {
    file: { name, type: 'application/octet-stream', size: bytes.length },
    kind: 'import_file' as const,
  }
  const { url, key } = await client.generateStorageUploadURL({ params: { organizationId }, body })
  const answer = await transfer(url, { method: 'PUT', body: bytes })
  if (!answer.ok) throw new CommandFailure(1, `The upload failed with status ${answer.status}. Try again.`)
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

function requireCompleted({ status, error }: ImportRun) {
  if (status !== 'completed') throw new CommandFailure(1, `The import is ${status}. ${error ?? ''}`.trim())
}

function report({ progress, failures = [] }: ImportRun, changeRequest: ChangeRequest): string {
  const skipped = failures
    .map(({ address, reason }) => `  ${withoutControls(address)}: ${withoutControls(reason)}\n`)
    .join('')
  const head = `Imported ${progress.done} pages and files into change request ${titleOf(changeRequest)}.\n`
  return skipped === '' ? head : `${head}Not imported:\n${skipped}`
}
