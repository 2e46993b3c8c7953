/**
 * Colours in OKLCH, where equal steps of lightness look equal, so that a colour can become readable and
 * still look like itself.
 */
export interface Color {
  /** From 0, black, to 1, white. */
  readonly lightness: number
  /** From 0, grey, to about 0.37. */
  readonly chroma: number
  /** In degrees. */
  readonly hue: number
}

/** Three or six hexadecimal digits after `#`. Everything else is `undefined`. */
export function parseColor(text: string): Color | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1]
  if (digits === undefined) return undefined
  const six = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  return toOklch([0, 2, 4].map((at) => Number.parseInt(six.slice(at, at + 2), 16) / 255))
}

/** Reduces the chroma until a screen can show the colour. */
export function hexOf(color: Color): string {
  const bytes = shownOf(color).map((part) => Math.round(part * 255))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The contrast of two colours as WCAG 2 defines it, from 1 to 21. */
export function contrastOf(a: Color, b: Color): number {
  return contrastBetween(luminanceOf(a), luminanceOf(b))
}

function contrastBetween(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/**
 * The nearest colour with at least this contrast to every background: only its lightness moves, towards
 * black on light backgrounds and towards white on dark ones. Colours that have the contrast stay.
 */
export function readableOn(backgrounds: readonly Color[], color: Color, ratio = 4.5): Color {
  const below = backgrounds.map(luminanceOf)
  const isReadable = (one: Color) => {
    const luminance = luminanceOf(one)
    return below.every((background) => contrastBetween(luminance, background) >= ratio)
  }
  if (isReadable(color)) return color
  const isLight = below.every((background) => background > middleLuminance)
  let [near, far] = [color.lightness, isLight ? 0 : 1]
  for (let round = 0; round < 16; round++) {
    const lightness = (near + far) / 2
    if (isReadable({ ...color, lightness })) far = lightness
    else near = lightness
  }
  return { ...color, lightness: far }
}

/** Black and white have the same contrast to it. */
const middleLuminance = 0.179

/** `share` of the first colour with the rest of the second, like `color-mix(in oklch)`. */
export function mixed(first: Color, share: number, second: Color): Color {
  const blend = (a: number, b: number) => a * share + b * (1 - share)
  // A grey has no hue of its own, and takes that of the other colour.
  const [from, to] = [isGrey(second) ? first.hue : second.hue, isGrey(first) ? second.hue : first.hue]
  const turn = ((to - from + 540) % 360) - 180
  return {
    lightness: blend(first.lightness, second.lightness),
    chroma: blend(first.chroma, second.chroma),
    hue: (from + turn * share + 360) % 360,
  }
}

const isGrey = ({ chroma }: Color) => chroma < 0.0005

/** From red, green and blue between 0 and 1. */
export function toOklch(rgb: readonly number[]): Color {
  const [red = 0, green = 0, blue = 0] = rgb.map(linearOf)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  return {
    lightness: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  }
}

function toLinear(lightness: number, a: number, b: number): number[] {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
}

/** Red, green and blue between 0 and 1, with the most chroma that fits. */
function shownOf({ lightness, chroma, hue }: Color): number[] {
  const angle = (hue * Math.PI) / 180
  const [x, y] = [Math.cos(angle), Math.sin(angle)]
  const linearAt = (some: number) => toLinear(lightness, some * x, some * y)
  let shown = linearAt(chroma)
  if (!fits(shown)) {
    let [inside, outside] = [0, chroma]
    for (let round = 0; round < 16; round++) {
      const middle = (inside + outside) / 2
      if (fits(linearAt(middle))) inside = middle
      else outside = middle
    }
    shown = linearAt(inside)
  }
  return shown.map((part) => gammaOf(Math.min(1, Math.max(0, part))))
}

const fits = (linear: readonly number[]) => linear.every((part) => part > -0.0005 && part < 1.0005)

/** Of the bytes that a screen gets. */
function luminanceOf(color: Color): number {
  const [red = 0, green = 0, blue = 0] = shownOf(color).map((part) => linearOf(Math.round(part * 255) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linearOf = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const gammaOf = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)
