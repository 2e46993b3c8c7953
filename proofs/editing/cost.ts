import { open, save } from '@stemma/editing'
import { editsOf } from './edits.ts'

/** What a long page costs, in milliseconds of processor time. */
export interface Cost {
  readonly blocks: number
  /** One save after an edit of one block. */
  readonly save: number
  readonly open: number
}

/** The least of several, because a busy machine only adds to the time. */
export function costOf(blocks: number): Cost {
  const text = Array.from({ length: blocks }, (_, at) => blockOf(at)).join('\n')
  const { base, document } = open(text)
  const edits = editsOf(document, rounds).slice(0, rounds)
  return {
    blocks,
    save: least(edits.map((edit) => timeOf(() => save(base, edit.document)))),
    open: least(edits.map(() => timeOf(() => open(text)))),
  }
}

const rounds = 15

/** Paragraphs with marks, headings, lists and code, as on pages that people write. */
function blockOf(at: number): string {
  if (at % 10 === 0) return `## Section ${at}\n`
  if (at % 10 === 4) return `- First of ${at}\n- Second with **weight**\n`
  if (at % 10 === 7) return `\`\`\`js\nconst number = ${at}\n\`\`\`\n`
  return `Paragraph ${at} has _some_ words, a [link](https://example.com/${at}) and \`code\` in it.\n`
}

function timeOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function least(times: readonly number[]): number {
  return Math.min(...times)
}
