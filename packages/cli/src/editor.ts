import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WrongUsage } from '@stemma/command-line'
import { CommandFailure } from './exit-codes.ts'

/** Runs the editor through a shell, because people set it with arguments, such as `code --wait`. */
export function editorFor(command: string | undefined, isTerminal: boolean) {
  return async (file: string): Promise<void> => {
    if (command === undefined && !isTerminal)
      throw new WrongUsage('There is no terminal to edit in. Set EDITOR, or use --file FILE.')
    const editor = command ?? 'vi'
    const child = spawn('sh', ['-c', `${editor} "$@"`, editor, file], { stdio: 'inherit' })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0)
      throw new CommandFailure(1, `The editor exited with ${code ?? 'a signal'}, so nothing was saved.`)
  }
}

/**
 * Edits a text in a temporary file. If a later step fails, the file is kept, so that the user's text isn't
 * lost.
 */
export async function editText<T>(
  name: string,
  text: string,
  edit: (file: string) => Promise<void>,
  use: (edited: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-'))
  const file = join(folder, `${name.replace(/[^\w.-]+/g, '-') || 'page'}.md`)
  await writeFile(file, text, { mode: 0o600 })
  const used = await edit(file)
    .then(() => readFile(file, 'utf8'))
    .then(use)
    .catch(async (error: unknown) => {
      const isKept = (await readFile(file, 'utf8').catch(() => text)) !== text
      if (isKept && error instanceof Error) error.message += `\nYour text is kept in ${file}`
      else await rm(folder, { recursive: true, force: true })
      throw error
    })
  await rm(folder, { recursive: true, force: true })
  return used
}
