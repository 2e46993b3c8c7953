import type { PictureText } from './picture-thread.ts'

/** The program of the thread that draws: it answers a `Picture` with the bytes of a PNG file. */
export const pictureThread = new URL('./picture-thread.ts', import.meta.url)

/** Texts that fit, with the size and the direction of the title. */
export function fitted({ site, title, description, language }: PictureText) {
  const short = shortened(title, titleMax)
  const width = widthOf(short)
  return {
    site: shortened(site, siteMax),
    title: short,
    description: shortened(description, descriptionMax),
    language: language.split('-')[0]?.toLowerCase() ?? 'en',
    size: width <= 44 ? 76 : width <= 88 ? 60 : 46,
    rtl: /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(short),
  }
}

const titleMax = 150
const siteMax = 60
const descriptionMax = 130

/** Letters of East Asian scripts are twice as wide as others. */
function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (isWide.test(letter) ? 2 : 1), 0)
}

const isWide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u

function shortened(text: string, widthMax: number): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  let left = widthMax
  const letters = [...plain]
  const end = letters.findIndex((letter) => {
    left -= widthOf(letter)
    return left < 0
  })
  return end < 0 ? plain : `${letters.slice(0, end).join('').trimEnd()}…`
}
