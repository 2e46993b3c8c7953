import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Color, contrastOf, mixed, parseColor } from '@stemma/theme'
import fc from 'fast-check'
import { givenSettings, givenStyling } from '../test/sample-site.ts'
import { customizationCss, readable } from './customization.ts'

const hex = fc.stringMatching(/^#[0-9a-f]{6}$/)

function colorOf(text: string): Color {
  const color = parseColor(text)
  assert.ok(color, `${text} is no colour`)
  return color
}

test('every colour of a site can be read on all of its backgrounds, in both themes', () => {
  const backgrounds = { light: [1, 0.982, 0.957, 0.94], dark: [0.19, 0.22, 0.26, 0.275] }
  fc.assert(
    fc.property(hex, fc.constantFrom('light' as const, 'dark' as const), (text, theme) => {
      const shown = readable(colorOf(text), theme)
      for (const lightness of backgrounds[theme]) {
        const plain = { lightness, chroma: 0.012, hue: 260 }
        assert.ok(contrastOf(shown, plain) >= 4.5, `${text} on ${lightness}`)
      }
      const page = { lightness: theme === 'light' ? 1 : 0.19, chroma: 0, hue: 0 }
      const tinted = mixed(shown, theme === 'light' ? 0.08 : 0.14, page)
      assert.ok(contrastOf(shown, tinted) >= 4.5, `${text} on its tint`)
    }),
  )
})

test('what is written on a button can be read, whatever its colour is', () => {
  fc.assert(
    fc.property(hex, hex, (light, dark) => {
      const css = customizationCss(
        givenSettings({ styling: givenStyling({ primaryColor: { light, dark } }) }),
      )
      const pairs = [colorsIn(css, '--primary'), colorsIn(css, '--on-primary')]
      for (const at of [0, 1]) {
        const [under, over] = pairs.map((colors) => colorOf(colors[at] ?? ''))
        assert.ok(under && over && contrastOf(under, over) >= 4.5, `${light} ${dark}`)
      }
    }),
  )
})

test('a header of any colour can be read, and so can the fields in it', () => {
  fc.assert(
    fc.property(hex, hex, hex, fc.boolean(), (light, dark, link, isOwn) => {
      const styling = givenStyling({ theme: 'bold', primaryColor: { light, dark } })
      const own = { backgroundColor: { light, dark }, linkColor: { light: link, dark: link } }
      const settings = givenSettings({ styling, header: { preset: 'default', links: [], ...(isOwn && own) } })
      const [, header = ''] = customizationCss(settings).split('.header {')
      for (const name of ['--text', '--text-2']) {
        for (const [at, ground] of [0, 1].flatMap((one) => grounds.map((it) => [one, it] as const))) {
          const [under, over] = [ground, name].map((one) => colorOf(colorsIn(header, one)[at] ?? ''))
          assert.ok(under && over && contrastOf(under, over) >= 4.5, `${light} ${dark} ${name} on ${ground}`)
        }
      }
    }),
  )
})

const grounds = ['--page', '--well', '--bg-3']

test('values that are not colours, and fields that are missing, change nothing', () => {
  const styling = givenStyling({ primaryColor: { light: 'red; } body {', dark: '#fff' } })
  const { tint: _, headingFont: __, ...rest } = styling
  const css = customizationCss(givenSettings({ styling: rest }))
  assert.doesNotMatch(css, /body|--primary:|--gray-hue|--font-heading|announcement/)
})

test('custom fonts come from HTTPS, and their names cannot leave their place', () => {
  const font = {
    id: 'f1',
    custom: true,
    fontFamily: 'Acme"; } body { color: red</style><script>',
    fontFaces: [
      { weight: 400, sources: [{ url: 'https://fonts.example/a.woff2', format: 'woff2' as const }] },
      { weight: 700, sources: [{ url: 'javascript:alert(1)' }] },
    ],
  }
  const css = customizationCss(givenSettings({ styling: givenStyling({ font }) }))
  assert.match(css, /src: url\("https:\/\/fonts\.example\/a\.woff2"\) format\("woff2"\); font-weight: 400/)
  assert.doesNotMatch(css, /javascript|Acme"|</)
})

test('an announcement that was closed stays closed until its text changes', () => {
  const announcement = { enabled: true, message: 'Version 4 is here', style: 'info' } as const
  const closed = (message: string) =>
    /data-closed="(\w+)"/.exec(
      customizationCss(givenSettings({ announcement: { ...announcement, message } })),
    )?.[1]
  assert.equal(closed('One'), closed('One'))
  assert.notEqual(closed('One'), closed('Two'))
})

function colorsIn(css: string, name: string): string[] {
  const value = new RegExp(`${name}: light-dark\\(([^)]*)\\)`).exec(css)?.[1] ?? ''
  return value.split(', ')
}
