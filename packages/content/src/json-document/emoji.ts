import { emojiToName, nameToEmoji } from 'gemoji'

/** The emoji that `:name:` stands for; undefined if there is none of this name. */
export function emojiNamed(name: string): string | undefined {
  return Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name] : undefined
}

/** The code points of an emoji, such as `1f468-200d-1f4bb`. */
export function emojiCode(emoji: string): string {
  return [...emoji].map((sign) => sign.codePointAt(0)?.toString(16)).join('-')
}

/** The emoji with these code points; undefined if they are not code points. */
export function emojiOf(code: string): string | undefined {
  if (!/^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6}){0,15}$/.test(code)) return undefined
  const points = code.split('-').map((point) => Number.parseInt(point, 16))
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined
}

/** The name of an emoji, with or without the sign that asks for the coloured form. */
export function emojiName(emoji: string): string | undefined {
  const plain = emoji.replaceAll('\uFE0F', '')
  return [emoji, plain, `${plain}\uFE0F`].map((one) => emojiToName[one]).find((name) => name !== undefined)
}
