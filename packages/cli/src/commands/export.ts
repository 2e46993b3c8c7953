import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { defineCommand, WrongUsage } from '../command.ts'
import { bar, type ShowProgress } from '../progress.ts'
import { signedIn } from '../session.ts'

export const exportSpace = defineCommand({
  name: 'export',
  summary: 'Save the content of a space, or of a change request, as a zip file.',
  takes: ['space', 'file'],
  options: {
    space: { value: 'ID', summary: 'The space.' },
    file: { value: 'FILE', summary: 'Where to save it.' },
    'change-request': { value: 'ID', summary: 'Its change request, by id or number, instead of the space.' },
  },

  async run(call) {
    const { space: spaceId, file, 'change-request': changeRequestId } = call.options
    if (spaceId === undefined || file === undefined)
      throw new WrongUsage('Say what to export, and where to: stemma export SPACE FILE.zip')
    const client = await signedIn(call)
    const exported =
      changeRequestId === undefined
        ? await client.exportSpaceContent({ params: { spaceId } })
        : await client.exportChangeRequestContent({ params: { spaceId, changeRequestId } })
    const bytes = await save(exported.url, file, call.surroundings.showProgress)
    return { data: { ...exported, file, bytes }, text: `Saved ${file}: ${bytes} bytes.\n` }
  },
})

/** Under another name until it is whole, so that nobody takes half of it for all. */
async function save(url: string, file: string, show: ShowProgress): Promise<number> {
  const answer = await fetch(url)
  if (!answer.ok || answer.body === null)
    throw new WrongUsage(`The export cannot be fetched: its address answers ${answer.status}.`)
  let bytes = 0
  const counted = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]).on(
    'data',
    (part) => {
      bytes += (part as Uint8Array).length
      show(bar(bytes, undefined, 'bytes'))
    },
  )
  const part = `${file}.part`
  try {
    await pipeline(counted, createWriteStream(part))
    await rename(part, file)
  } finally {
    show('')
    await rm(part, { force: true })
  }
  return bytes
}
