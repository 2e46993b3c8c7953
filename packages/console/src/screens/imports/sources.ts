import type { ImportRunSource, ImportSource } from '@stemma/contract'
import type { IconName } from '../../kit/icon-names.ts'

/** Where pages can come from, in the words of the people who have them there. */
export interface Source {
  readonly id: string
  readonly name: string
  readonly note: string
  readonly icon: IconName
  readonly takes: 'files' | 'address'
  /** How to get what the form asks for. */
  readonly advice: string
  /** What it can be. The server finds it out if there is no choice to make, or if it has the file. */
  readonly kinds: readonly [Kind, ...Kind[]]
  /** The server looks into the files. */
  readonly isDetected?: true
  readonly accept?: string
  readonly example?: string
}

interface Kind {
  readonly source: ImportSource
  readonly name: string
}

export const sources: readonly Source[] = [
  {
    id: 'files',
    name: 'Files',
    note: 'Markdown, HTML, Word or a ZIP',
    icon: 'file-text',
    takes: 'files',
    advice:
      'The folders of a ZIP become the page tree. Links between the files are kept, and so are ' +
      'the pictures that they show. An export of Stemma is recognized.',
    accept: '.md,.markdown,.html,.htm,.docx,.zip',
    isDetected: true,
    kinds: [
      { source: 'markdown', name: 'Markdown' },
      { source: 'html', name: 'HTML' },
      { source: 'docx', name: 'Word' },
      { source: 'zip', name: 'ZIP' },
    ],
  },
  {
    id: 'website',
    name: 'Website',
    note: 'Documentation that is public',
    icon: 'globe-simple',
    takes: 'address',
    advice: 'The page at this address and all pages below it. The server must be able to read them.',
    example: 'https://docs.example.com/guide/',
    kinds: [{ source: 'website', name: 'Website' }],
  },
  {
    id: 'notion',
    name: 'Notion',
    note: 'An export as ZIP',
    icon: 'rows',
    takes: 'files',
    advice:
      'In Notion, open Settings, then Export, and choose “Markdown & CSV” or HTML, with subpages. ' +
      'Choose all parts of the export here.',
    accept: '.zip',
    kinds: [{ source: 'notion', name: 'Notion' }],
  },
  {
    id: 'confluence',
    name: 'Confluence',
    note: 'A space as ZIP',
    icon: 'columns',
    takes: 'files',
    advice: 'In Confluence, open the settings of the space, then Export space, and choose HTML.',
    accept: '.zip',
    kinds: [{ source: 'confluence', name: 'Confluence' }],
  },
  {
    id: 'github-wiki',
    name: 'GitHub wiki',
    note: 'Its repository as ZIP',
    icon: 'git-merge',
    takes: 'files',
    advice: 'Clone the repository of the wiki, whose name ends in “.wiki.git”, and pack its folder as a ZIP.',
    accept: '.zip',
    kinds: [{ source: 'github-wiki', name: 'GitHub wiki' }],
  },
  {
    id: 'google-docs',
    name: 'Google Docs',
    note: 'A document with a public link',
    icon: 'list-dashes',
    takes: 'address',
    advice:
      'In Google Docs, choose Share, and set general access to “Anyone with the link”. Paste that link.',
    example: 'https://docs.google.com/document/d/…',
    kinds: [{ source: 'google-docs', name: 'Google Docs' }],
  },
  {
    id: 'address',
    name: 'Address of a file',
    note: 'A document or an archive',
    icon: 'link-simple',
    takes: 'address',
    advice: 'The server fetches the file once. It must be public.',
    example: 'https://example.com/handbook.zip',
    kinds: [
      { source: 'zip', name: 'ZIP' },
      { source: 'markdown', name: 'Markdown' },
      { source: 'html', name: 'HTML' },
      { source: 'docx', name: 'Word' },
      { source: 'notion', name: 'Export of Notion' },
      { source: 'confluence', name: 'Export of Confluence' },
      { source: 'github-wiki', name: 'ZIP of a GitHub wiki' },
    ],
  },
]

/** The first is proposed if the URL names none. */
export function sourceNamed(name: string | undefined): Source {
  const [first] = sources
  const found = sources.find(({ id }) => id === name) ?? first
  if (found === undefined) throw new TypeError('There is no source to import from.')
  return found
}

/** What the server is asked to import. */
export function toRunSource(source: Source, { keys, url, kind }: Given): ImportRunSource {
  if (source.takes === 'address')
    return kind === 'website' ? { type: 'website', url } : { type: 'url', url, source: kind }
  return { type: 'file', files: [...keys], ...(!source.isDetected && { source: kind }) }
}

interface Given {
  /** The keys of uploaded files. */
  readonly keys: readonly string[]
  readonly url: string
  readonly kind: ImportSource
}
