import { createHash } from 'node:crypto'

/** What a commit says, besides the files. */
export interface CommitText {
  /** `Name <address> seconds +0000` */
  readonly author: string
  readonly message: string
}

export interface Commit extends CommitText {
  readonly tree: string
  readonly parents: readonly string[]
}

/** The bytes of a commit, as git stores them. */
export function printCommit({ tree, parents, author, message }: Commit): Buffer {
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${author}`,
    `committer ${author}`,
    '',
    message,
  ]
  return Buffer.from(lines.join('\n'))
}

export function readCommit(bytes: Buffer): Commit {
  const text = bytes.toString()
  const end = text.indexOf('\n\n')
  const fields = text.slice(0, end).split('\n')
  const all = (name: string) =>
    fields.flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []))
  const [[tree = ''], [author = '']] = [all('tree'), all('author')]
  return { tree, parents: all('parent'), author, message: text.slice(end + 2) }
}

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag'

/** The name of an object in git. */
export function objectId(type: ObjectType, bytes: Uint8Array): string {
  return createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex')
}

interface Person {
  readonly userId: string | null
  readonly name: string | null
}

/** The address is not the person's own, which other members of the organization may not see. */
export function printAuthor({ userId, name }: Person, host: string, at: string): string {
  const shown = (name ?? '')
    .replaceAll(/[\p{C}<>]+/gu, ' ')
    .replaceAll(/^[\s.,:;"\\']+|(?<![\s.,:;"\\'])[\s.,:;"\\']+$/g, '')
  const seconds = Math.floor(Date.parse(at) / 1000)
  return `${shown || 'Unknown'} <${userId ?? 'unknown'}@users.noreply.${host}> ${seconds} +0000`
}

/** The message of a revision: a subject, and the ID of the revision. */
export function printMessage(subject: string, revisionId: string): string {
  const line = subject.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  const short = line.length > subjectMax ? `${[...line].slice(0, subjectMax - 1).join('')}…` : line
  return `${short}\n\nStemma-Revision: ${revisionId}\n`
}

const subjectMax = 200
