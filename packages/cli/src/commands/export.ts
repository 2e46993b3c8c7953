import { changeRequestIdIn } from '../change-request.ts'
import { defineCommand } from '../command.ts'
import { download, fileOption, forceOption, requireWritable } from '../download.ts'
import { placeOptions } from '../place.ts'
import { signedIn } from '../session.ts'
import { spaceOf } from '../space.ts'

export const exportSpace = defineCommand({
  takes: ['space', 'file'],
  options: { ...placeOptions, file: fileOption, force: forceOption },
  examples: [
    ['Export a space', 'stemma export Handbook handbook.zip'],
    ['Export a change request', 'stemma export Handbook handbook.zip --cr 12'],
  ],

  async run({ space, file, cr, force = false }, call) {
    await requireWritable(file, force, call)
    const client = await signedIn(call)
    const { id: spaceId } = await spaceOf(client, call, space)
    const exported =
      cr === undefined
        ? await client.exportSpaceContent({ params: { spaceId } })
        : await client.exportChangeRequestContent({
            params: { spaceId, changeRequestId: changeRequestIdIn(cr) },
          })
    const bytes = await download(exported.url, file, call.progress)
    return { data: { ...exported, file, bytes }, text: `Saved ${file}: ${bytes} bytes.\n` }
  },
})
