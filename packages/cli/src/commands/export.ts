import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Progress } from '@stemma/command-line'
import { changeRequestIdIn } from '../change-request.ts'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../exit-codes.ts'
import { isSystemError } from '../explain.ts'
import { placeOptions } from '../place.ts'
import { signedIn } from '../session.ts'
import { spaceOf } from '../space.ts'
import { brokenOff, transfer } from '../transfer.ts'

export const exportSpace = defineCommand({
  name: 'export',
  summary: 'Save the content of a space, or of a change request, as a zip file.',
  takes: ['space', 'file'],
  options: {
    ...placeOptions,
    file: { value: 'FILE', summary: 'Where to save it.', required: true },
  },
  examples: [
    ['A copy of a space', 'stemma export Handbook handbook.zip'],
    ['As a change request has it', 'stemma export Handbook handbook.zip --cr 12'],
  ],

  async run({ space, file, cr }, call) {
    const client = await signedIn(call)
    const { id: spaceId } = await spaceOf(client, call, space)
    const exported =
      cr === undefined
        ? await client.exportSpaceContent({ params: { spaceId } })
        : await client.exportChangeRequestContent({
            params: { spaceId, changeRequestId: changeRequestIdIn(cr) },
          })
    const bytes = await save(exported.url, file, call.progress)
    return { data: { ...exported, file, bytes }, text: `Saved ${file}: ${bytes} bytes.\n` }
  },
})

/** Under another name until it is whole, so that nobody takes half of it for all. */
async function save(url: string, file: string, progress: Progress): Promise<number> {
  const answer = await transfer(url)
  if (!answer.ok || answer.body === null)
    throw new CommandFailure(
      1,
      `The export cannot be fetched: its address answers ${answer.status}. Try again.`,
    )
  const total = Number(answer.headers.get('content-length')) || undefined
  let bytes = 0
  const counted = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]).on(
    'data',
    (part) => {
      bytes += (part as Uint8Array).length
      progress.show(bytes, total, 'bytes')
    },
  )
  const part = `${file}.part`
  try {
    await pipeline(counted, createWriteStream(part))
    await rename(part, file)
  } catch (error) {
    throw isSystemError(error) ? error : brokenOff(url, error)
  } finally {
    progress.end()
    await rm(part, { force: true })
  }
  return bytes
}
