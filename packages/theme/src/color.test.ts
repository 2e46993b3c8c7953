import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Color, contrastOf, hexOf, mixed, parseColor, readableOn } from './color.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const colorOf = (text: string): Color => parseColor(text) ?? assert.fail(`${text} is no colour`)
const [white, black] = [colorOf('#fff'), colorOf('#000')]

test('a colour that is read and written stays the same', () => {
  fc.assert(fc.property(hex, (text) => assert.equal(hexOf(colorOf(text)), text)))
  assert.equal(hexOf(colorOf('#A3c')), '#aa33cc')
})

test('texts that are no colours are not guessed', () => {
  for (const text of ['', 'red', '#12', '#12345', '#1234567', '#ggg', 'url(x)']) {
    assert.equal(parseColor(text), undefined, text)
  }
})

test('contrast is what WCAG 2 says', () => {
  assert.equal(contrastOf(white, black).toFixed(1), '21.0')
  assert.equal(contrastOf(colorOf('#767676'), white).toFixed(2), '4.54')
})

test('every colour becomes readable on every light or dark background', () => {
  const lightness = fc.oneof(
    fc.double({ min: 0, max: 0.3, noNaN: true }),
    fc.double({ min: 0.9, max: 1, noNaN: true }),
  )
  fc.assert(
    fc.property(hex, lightness, fc.integer({ min: 0, max: 359 }), (text, light, hue) => {
      const background = { lightness: light, chroma: 0.01, hue }
      const shown = colorOf(hexOf(readableOn([background], colorOf(text))))
      assert.ok(contrastOf(shown, background) >= 4.5, `${text} on ${hexOf(background)}`)
    }),
  )
})

test('a colour that is readable stays as it is, and another one keeps its hue', () => {
  assert.equal(hexOf(readableOn([white], colorOf('#1f5bd0'))), '#1f5bd0')
  const yellow = colorOf('#facc15')
  const readable = colorOf(hexOf(readableOn([white], yellow)))
  assert.ok(Math.abs(readable.hue - yellow.hue) < 6, `${readable.hue}`)
  assert.ok(readable.lightness < yellow.lightness)
})

test('a mix takes the hue of the colour that has one', () => {
  assert.equal(Math.round(mixed(colorOf('#ff0000'), 0.1, white).hue), Math.round(colorOf('#ff0000').hue))
  assert.equal(hexOf(mixed(white, 0.5, white)), '#ffffff')
})
