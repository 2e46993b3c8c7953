import { addFootnote, setBlock, toList, wrap } from '@stemma/editing'
import type { Command, EditorState } from 'prosemirror-state'
import type { IconName } from '../../../kit/icon-names.ts'
import { type AskedKind, askFor } from '../asking/asking-plugin.ts'

/** A block that can be inserted. */
export interface Choice {
  readonly name: string
  /** What it is for. */
  readonly note: string
  readonly icon: IconName
  /** How it is written. */
  readonly markdown: string
  readonly does: Effect
  /** It stands in a text, so that no block can become it. */
  readonly isInline?: boolean
}

/**
 * Changes the block with the cursor, inserts what a text means, asks for files of some types or for anything
 * else, or types what opens another menu.
 */
type Effect =
  | { readonly command: Command }
  | { readonly template: string }
  | { readonly accept: string }
  | { readonly asks: AskedKind }
  | { readonly typed: string }

const hints = { info: 'info', success: 'check-circle', warning: 'warning', danger: 'warning-circle' } as const
const headings = [
  { name: 'Heading 1', note: 'A chapter', icon: 'text-h-one' },
  { name: 'Heading 2', note: 'A section', icon: 'text-h-two' },
  { name: 'Heading 3', note: 'A part of a section', icon: 'text-h-three' },
] as const

const diagramExample =
  '```mermaid\nflowchart LR\n  A[Write] --> B{Good?}\n  B -->|yes| C[Merge]\n  B -->|no| A\n```'
const openapi = '{% openapi %}'

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
  text('Cards', 'Links as a grid of cards', 'cards', '<table>', cardsTemplate()),
  asks('Page card', 'A link to a page, as a card', 'article', '{% content-ref %}', 'content_ref'),
  asks('Embed', 'A video or another website', 'browser', '{% embed %}', 'embed'),
  asks('Button', 'A link that stands out', 'cursor-click', '<a>', 'button'),
  asks('Reusable content', 'What several pages share', 'puzzle-piece', '{% include %}', 'reusable_content'),
  asks('Condition', 'What only some visitors see', 'eye', '{% if %}', 'if'),
  typed('Expression', 'The value of a variable', 'brackets-curly', '{{'),
  typed('Mention', 'Somebody of the organization', 'at', '@'),
  { ...block('Footnote', 'A note at the end of the page', 'asterisk', '[^1]', addFootnote), isInline: true },
  asks('Icon', 'A small picture by its name', 'smiley', '<i>', 'icon'),
  asks('API operation', 'How to call it, from an API spec', 'terminal-window', openapi, 'openapi_operation'),
  asks('API schemas', 'Data of an API, from its spec', 'tree-structure', openapi, 'openapi_schemas'),
  asks('API webhook', 'What an API sends, from its spec', 'webhooks-logo', openapi, 'openapi_webhook'),
  text('Formula', 'Mathematics in TeX', 'function', '$$', '$$\nx\n$$'),
  text('Diagram', 'Drawn from Mermaid code', 'graph', '```mermaid', diagramExample),
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

function asks(name: string, note: string, icon: IconName, markdown: string, kind: AskedKind): Choice {
  return { name, note, icon, markdown, does: { asks: kind } }
}

function typed(name: string, note: string, icon: IconName, characters: string): Choice {
  return { name, note, icon, markdown: characters, does: { typed: characters } }
}

/** The last column says where a card leads: `[[` in its cell links to a page. */
function cardsTemplate(): string {
  const columns = ['<th>Title</th>', '<th>Text</th>', '<th data-card-target data-hidden>Leads to</th>']
  const rows = ['First', 'Second', 'Third'].map((name) => `<tr><td>${name}</td><td></td><td></td></tr>`)
  const head = `<thead><tr>${columns.join('')}</tr></thead>`
  return `<table data-view="cards">${head}<tbody>${rows.join('')}</tbody></table>`
}

/** A container with two parts. */
function partsOf(container: string, tag: string): string {
  const [part] = tag.split(' ')
  const body = ['First', 'Second'].map((words) => `{% ${tag} %}\n${words}\n{% end${part} %}\n`)
  return `{% ${container} %}\n${body.join('\n')}{% end${container} %}`
}

/** What the block with the cursor can become. */
export function turnsFor(state: EditorState): readonly (Choice & { readonly command: Command })[] {
  return choices.flatMap((choice) => {
    const command = choice.isInline ? undefined : commandOf(choice)
    return command?.(state) === true ? [{ ...choice, command }] : []
  })
}

/** A condition stands around blocks. All else that is asked for is inserted. */
function commandOf({ does }: Choice): Command | undefined {
  if ('command' in does) return does.command
  return 'asks' in does && does.asks === 'if' ? askFor('if') : undefined
}

/** What matches the words: names first, then what the block is for. */
export function choicesFor(words: string): readonly Choice[] {
  const wanted = words.trim().toLowerCase()
  const byName = choices.filter(({ name }) => name.toLowerCase().includes(wanted))
  const others = choices.filter(({ note }) => note.toLowerCase().includes(wanted))
  return [...new Set([...byName, ...others])]
}
