import { createHighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { bundledLanguages } from 'shiki/langs'
import type { CodeLine, CodeToken } from '../blocks/rendering.ts'
import { kindOf, theme } from './kinds.ts'

/** Whether code in this language can be highlighted. */
export function isKnown(syntax: string): boolean {
  return Object.hasOwn(bundledLanguages, syntax)
}

/**
 * The words of a code block by kind. Hostile code can take minutes, so call this only in a thread that has a
 * time limit. The first code in a language takes longest, because its grammar is loaded and compiled.
 */
export async function tokensOf(code: string, syntax: string): Promise<readonly CodeLine[]> {
  const highlighter = await opened
  const language = syntax as keyof typeof bundledLanguages
  if (!highlighter.getLoadedLanguages().includes(syntax)) {
    await highlighter.loadLanguage(bundledLanguages[language])
  }
  // The thread has the time limit: a limit for each line would colour the rest of a line wrong.
  const options = { lang: language, theme: 'kinds', tokenizeTimeLimit: 0 }
  return highlighter.codeToTokensBase(code, options).map((line) => joined(line))
}

const opened = createHighlighterCore({
  themes: [theme],
  langs: [],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
})

/** Adjacent words of one kind are one, and white space belongs to the word before it. */
function joined(words: readonly { readonly content: string; readonly color?: string }[]): CodeLine {
  const line: CodeToken[] = []
  for (const { content, color } of words) {
    const kind = kindOf(color)
    const last = line.at(-1)
    if (last !== undefined && (last.kind === kind || content.trim() === '')) {
      line[line.length - 1] = { ...last, text: last.text + content }
    } else line.push(kind === undefined ? { text: content } : { text: content, kind })
  }
  return line
}
