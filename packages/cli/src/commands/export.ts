import type { Option } from '@stemma/command-line'
import { changeRequestIdIn } from '../change-request.ts'
import { defineCommand } from '../command.ts'
import { download, fileOption, forceOption, requireWritable } from '../download.ts'
import { placeOptions } from '../place.ts'
import { signedIn } from '../session.ts'
import { spaceOf } from '../space.ts'

const layoutOption = {
  value: 'LAYOUT',
  choices: ['stemma', 'files'],
  default: 'stemma',
  summary: 'What is in the file: `stemma` to import it again, `files` for Markdown with relative links.',
} as const satisfies Option

export const exportSpace = defineCommand({
  takes: ['space', 'file'],
  options: { ...placeOptions, file: fileOption, force: forceOption, layout: layoutOption },
  examples: [
    ['Export a space', 'stemma export Handbook handbook.zip'],
    ['Export a change request', 'stemma export Handbook handbook.zip --cr 12'],
    ['Export Markdown for other programs', 'stemma export Handbook handbook.zip --layout files'],
  ],

  async run({ space, file, cr, force = false, layout }, call) {
    await requireWritable(file, force, call)
    const client = await signedIn(call)
    const { id: spaceId } = await spaceOf(client, call, space)
    // Servers before this layout reject the parameter.
    const query = layout === 'files' ? { layout } : {}
    const exported =
      cr === undefined
        ? await client.exportSpaceContent({ params: { spaceId }, query })
        : await client.exportChangeRequestContent({
            params: { spaceId, changeRequestId: changeRequestIdIn(cr) },
            query,
          })
    const bytes = await download(exported.url, file, call.progress)
    return { data: { ...exported, file, bytes }, text: `Saved ${file}: ${bytes} bytes.\n` }
  },
})
