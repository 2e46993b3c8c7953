import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type DocumentLink, findLinks, parseDocument } from './parse.ts'

const samples: readonly (readonly [string, string, string, string])[] = [
  ['link', '[a](b.md "t")', 'b.md', 'b.md'],
  ['link', "[a](<b c> 't')", 'b c', 'b c'],
  ['link', '[a]( b\\)c (t))', 'b)c', 'b\\)c'],
  ['link', '[a](b(c)d)', 'b(c)d', 'b(c)d'],
  ['link', '[a](b\u00A0\u3000\\c)', 'b\u00A0\u3000\\c', 'b\u00A0\u3000\\c'],
  ['link', '[a](b&amp;c&mdash;)', 'b&c—', 'b&amp;c&mdash;'],
  ['link', '[a](\n  b\n  "t"\n)', 'b', 'b'],
  ['link', '[a]()', '', ''],
  ['link', '[a](<>)', '', ''],
  ['link', '[](b)', 'b', 'b'],
  ['link', '[`](x)`](b)', 'b', 'b'],
  ['link', '> [a](\n> b)', 'b', 'b'],
  ['link', '- 😀\n  漢 [a](b)', 'b', 'b'],
  ['link', '<http://a.b/c>', 'http://a.b/c', 'http://a.b/c'],
  ['link', 'x <a@b.cd>', 'mailto:a@b.cd', 'a@b.cd'],
  ['link', 'x https://a.b/c?d=e.', 'https://a.b/c?d=e', 'https://a.b/c?d=e'],
  ['link', 'x www.a.b', 'http://www.a.b', 'www.a.b'],
  ['link', 'x <a title="q"\nhref=\'b\'>t</a>', 'b', 'b'],
  ['link', '<section><a href="b">t</a></section>', 'b', 'b'],
  ['link', '| [a](b) |\n|---|', 'b', 'b'],
  ['link', '{% x %}\n\n# [a](b)', 'b', 'b'],
  ['image', '![a](b.png)', 'b.png', 'b.png'],
  ['image', 'x ![a *b* [c]](d "e")', 'd', 'd'],
  ['image', 'x ![a [b](c) `](d)`](e)', 'e', 'e'],
  ['image', '<figure><img src="a&amp;b"></figure>', 'a&b', 'a&amp;b'],
  ['image', '> <figure>\n> <img\n> src=b></figure>', 'b', 'b'],
  ['definition', '[a]: b "c"', 'b', 'b'],
  ['definition', '[a\\]]:\n  <b c>', 'b c', 'b c'],
  ['definition', '> [a]:\n> b', 'b', 'b'],
  ['file', '{% file src="/files/f" %}', '/files/f', '/files/f'],
  ['content-ref', "{% content-ref url='b' %}\n{% endcontent-ref %}", 'b', 'b'],
  ['embed', '- {% embed url="https://a.b?c&amp;d" %}', 'https://a.b?c&d', 'https://a.b?c&amp;d'],
  ['reusable-content', '{% include "b" %}', 'b', 'b'],
  ['openapi', '{% openapi-operation spec="b" path="/x" method="get" %}', 'b', 'b'],
  ['openapi', '{% swagger src=b path="/x" method="get" %}', 'b', 'b'],
  ['button', '<a href="b" class="button primary">t</a> x', 'b', 'b'],
]

for (const [kind, markdown, destination, written] of samples) {
  test(`the destination of ${JSON.stringify(markdown)} is found where it is written`, () => {
    const [link, ...others] = parseDocument(markdown).links
    assert.ok(link !== undefined && others.length === 0)
    assert.deepEqual(
      [link.kind, link.destination, markdown.slice(link.start, link.end)],
      [kind, destination, written],
    )
  })
}

test('several links of one block are in order, those inside of others included', () => {
  const markdown =
    '[![a](b)](c) <img src="d">\n\n{% content-ref url="e" %}\n[x](f)\n{% endcontent-ref %}\n\n[a]: g\n'
  const { links, blocks } = parseDocument(markdown)
  assert.deepEqual(
    links.map(({ destination }) => destination),
    ['b', 'c', 'd', 'e', 'f', 'g'],
  )
  const owners = links.map((link) => blocks.findIndex(({ key }) => key === link.block))
  assert.deepEqual(owners, [0, 0, 0, 1, 1, 2])
})

test('links of a title, of a header and of a reference that is named twice are found once', () => {
  const found = (markdown: string) =>
    parseDocument(markdown, { page: true }).links.map(({ destination }) => destination)
  assert.deepEqual(found('# [a](b)\n'), ['b'])
  assert.deepEqual(found('[a] [a]\n\n[a]: b\n'), ['b'])
})

test('links are the same if nothing else is read', () => {
  const parts = fc.constantFrom(
    '---\ntitle: "[a](b)"\n---\n',
    '---\n',
    ...samples.map(([, markdown]) => markdown),
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 8 }), fc.constantFrom('\n\n', '\n', ''), (texts, between) => {
      const markdown = texts.join(between)
      const links = parseDocument(markdown).links.map(({ block: _, ...link }) => link)
      assert.deepEqual(findLinks(markdown), links)
    }),
  )
})

test('another destination takes the place of any, and nothing else changes', () => {
  const documents = fc.array(fc.constantFrom(...samples.map(([, markdown]) => markdown)), {
    minLength: 1,
    maxLength: 8,
  })
  const ends = fc.constantFrom('\n', '\r\n')
  fc.assert(
    fc.property(documents, ends, fc.nat(), (texts, end, nth) => {
      const markdown = texts.join('\n\n').replaceAll('\n', end)
      const { links } = parseDocument(markdown)
      const at = nth % links.length
      const link = links[at]
      if (link === undefined || !isFree(link, markdown)) return
      const replaced = markdown.slice(0, link.start) + newDestination + markdown.slice(link.end)
      const after = parseDocument(replaced).links
      assert.deepEqual(
        after.map(({ kind, destination }) => [kind, destination]),
        links.map(({ kind, destination }, other) => [kind, other === at ? newDestination : destination]),
      )
    }),
  )
})

const newDestination = 'https://new.example/x_y'

/** A bare URL or e-mail address is a link only because of its form. */
function isFree({ destination, start, end }: DocumentLink, markdown: string): boolean {
  return markdown.slice(start, end) === destination || !/^(?:mailto:|http:\/\/www)/.test(destination)
}
