import { setBlock, toList, wrap } from '@stemma/editing'
import type { Command, EditorState } from 'prosemirror-state'
import type { IconName } from '../../../kit/icon-names.ts'

/** A block that can be inserted. */
export interface Choice {
  readonly name: string
  /** What it is for. */
  readonly note: string
  readonly icon: IconName
  /** How it is written. */
  readonly markdown: string
  readonly does: Effect
}

/** Changes the block with the cursor, inserts what a text means, or asks for files of some types. */
type Effect = { readonly command: Command } | { readonly template: string } | { readonly accept: string }

const hints = { info: 'info', success: 'check-circle', warning: 'warning', danger: 'warning-circle' } as const
const headings = [
  { name: 'Heading 1', note: 'A chapter', icon: 'text-h-one' },
  { name: 'Heading 2', note: 'A section', icon: 'text-h-two' },
  { name: 'Heading 3', note: 'A part of a section', icon: 'text-h-three' },
] as const

const choices: readonly Choice[] = [
  block('Text', 'A paragraph', 'text-t', '', setBlock('paragraph')),
  ...headings.map(({ name, note, icon }, at) =>
    block(name, note, icon, '#'.repeat(at + 1), setBlock('heading', { level: at + 1 })),
  ),
  block('Bulleted list', 'Points in any order', 'list-bullets', '-', toList('list_unordered')),
  block('Numbered list', 'Points in order', 'list-numbers', '1.', toList('list_ordered')),
  block('Task list', 'Things to do', 'list-checks', '- [ ]', toList('list_tasks')),
  block('Quote', 'Words of somebody else', 'quotes', '>', wrap('blockquote')),
  ...(Object.keys(hints) as (keyof typeof hints)[]).map((style) =>
    block(`Hint: ${style}`, 'Something to notice', hints[style], '{% hint %}', wrap('hint', { style })),
  ),
  block('Code', 'Code in any language', 'code', '```', setBlock('code_block')),
  text(
    'Table',
    'Rows and columns',
    'table',
    '| |',
    '| A | B | C |\n| - | - | - |\n|   |   |   |\n|   |   |   |',
  ),
  files('Picture', 'From this computer', 'image', '![]()', 'image/*'),
  files('File', 'Something to download', 'paperclip', '{% file %}', ''),
  text('Divider', 'A line between parts', 'minus', '---', '---'),
  text(
    'Expandable',
    'Details that open by a click',
    'caret-right',
    '<details>',
    '<details>\n\n<summary>Details</summary>\n\nText\n\n</details>',
  ),
  text('Tabs', 'One of several texts at a time', 'tabs', '{% tabs %}', partsOf('tabs', 'tab title="Tab"')),
  text('Steps', 'What to do, one by one', 'steps', '{% stepper %}', partsOf('stepper', 'step')),
  text('Columns', 'Texts side by side', 'columns', '{% columns %}', partsOf('columns', 'column')),
  text('Formula', 'Mathematics in TeX', 'function', '$$', '$$\nx\n$$'),
]

function block(name: string, note: string, icon: IconName, markdown: string, command: Command): Choice {
  return { name, note, icon, markdown, does: { command } }
}

function text(name: string, note: string, icon: IconName, markdown: string, template: string): Choice {
  return { name, note, icon, markdown, does: { template } }
}

function files(name: string, note: string, icon: IconName, markdown: string, accept: string): Choice {
  return { name, note, icon, markdown, does: { accept } }
}

/** A container with two parts. */
function partsOf(container: string, tag: string): string {
  const [part] = tag.split(' ')
  const body = ['First', 'Second'].map((words) => `{% ${tag} %}\n${words}\n{% end${part} %}\n`)
  return `{% ${container} %}\n${body.join('\n')}{% end${container} %}`
}

/** What the block with the cursor can become. */
export function turnsFor(state: EditorState): readonly (Choice & { readonly command: Command })[] {
  return choices.flatMap((choice) =>
    'command' in choice.does && choice.does.command(state)
      ? [{ ...choice, command: choice.does.command }]
      : [],
  )
}

/** What matches the words: names first, then what the block is for. */
export function choicesFor(words: string): readonly Choice[] {
  const wanted = words.trim().toLowerCase()
  const byName = choices.filter(({ name }) => name.toLowerCase().includes(wanted))
  const others = choices.filter(({ note }) => note.toLowerCase().includes(wanted))
  return [...new Set([...byName, ...others])]
}
