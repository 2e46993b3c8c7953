import { bounded, type Dimensions } from './image-dimensions.ts'

/** The attributes of the `<svg>` element at the start of a text, after the prolog. */
export function svgRootOf(text: string): SvgRoot | undefined {
  const at = afterProlog(text)
  return at !== undefined && /^<svg[\s/>]/.test(text.slice(at, at + 5))
    ? attributesAt(text, at + 4)
    : undefined
}

export type SvgRoot = ReadonlyMap<string, string>

/** In CSS pixels; undefined if the size depends on the page. */
export function svgDimensionsOf(root: SvgRoot): Dimensions | undefined {
  const [width, height] = [lengthOf(root.get('width')), lengthOf(root.get('height'))]
  const box = (root.get('viewBox') ?? '')
    .slice(0, lengthMax)
    .trim()
    .split(/[\s,]+/)
  const [boxWidth, boxHeight] = [Number(box[2]), Number(box[3])]
  if (width !== undefined && height !== undefined) return bounded(width, height)
  if (width !== undefined) return bounded(width, (width * boxHeight) / boxWidth)
  if (height !== undefined) return bounded((height * boxWidth) / boxHeight, height)
  return bounded(boxWidth, boxHeight)
}

/** Skips whitespace, declarations and comments; undefined if one of them is not closed. */
function afterProlog(text: string): number | undefined {
  const space = /[\s\uFEFF]*/y
  let at = 0
  while (at !== -1) {
    space.lastIndex = at
    at += space.exec(text)?.[0].length ?? 0
    const end = endOfPart(text, at)
    if (end === undefined) return at
    at = end
  }
  return undefined
}

/** Returns the end of a part of the prolog, -1 if it is not closed, undefined if there is none. */
function endOfPart(text: string, at: number): number | undefined {
  if (text.startsWith('<?', at)) return behind(text, '?>', at)
  if (text.startsWith('<!--', at)) return behind(text, '-->', at)
  if (!/^<!DOCTYPE\s+svg\b/.test(text.slice(at, at + 20))) return undefined
  const close = behind(text, '>', at)
  const declares = text.slice(at, close).indexOf('[')
  if (declares === -1) return close
  const declared = behind(text, ']', at + declares)
  return declared === -1 ? -1 : behind(text, '>', declared)
}

function behind(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found === -1 ? -1 : found + mark.length
}

function attributesAt(text: string, start: number): SvgRoot {
  const attribute = /\s+([^\s=>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
  attribute.lastIndex = start
  const found = new Map<string, string>()
  for (let next = attribute.exec(text); next !== null; next = attribute.exec(text)) {
    found.set(next[1] ?? '', next[2] ?? next[3] ?? '')
  }
  return found
}

const lengthMax = 64
const pixelsPer: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
}

/** Percentages and font-relative units are not absolute lengths. */
function lengthOf(value: string | undefined): number | undefined {
  const [, number, unit] = /^\s*(\d*\.?\d+)\s*([a-z]*)\s*$/.exec((value ?? '').slice(0, lengthMax)) ?? []
  const scale = pixelsPer[unit ?? '']
  return number === undefined || scale === undefined ? undefined : Number(number) * scale
}
