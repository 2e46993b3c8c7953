import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { processorMs } from '../test/processor-time.ts'
import { kindOf } from './file-kind.ts'

const png = pngOf(640, 480)
const html = '<!DOCTYPE html><html><body><script>alert(1)</script></body></html>'

test('what has a mark in its bytes is told by it, whatever is said', async () => {
  for (const [bytes, contentType] of [
    [png, 'image/png'],
    [jpegOf(800, 600), 'image/jpeg'],
    [gifOf(30, 20), 'image/gif'],
    [webpOf(1024, 768), 'image/webp'],
    [avifOf(400, 300), 'image/avif'],
    [text('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'), 'application/pdf'],
    [zipOf({ 'readme.txt': 'Read me.' }), 'application/zip'],
    [zipOf({ '[Content_Types].xml': `ContentType="${docx}.main+xml"` }), docx],
    [gzipSync('text'), 'application/gzip'],
    [text('%!PS-Adobe-3.0\n'), 'application/postscript'],
    [text('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n'), 'text/calendar'],
  ] as const) {
    for (const claimed of [undefined, 'text/html', 'image/png', 'application/vnd.example']) {
      assert.equal((await kindOf(bytes, { name: 'page.html', claimed })).contentType, contentType)
    }
  }
})

test('images know their size', async () => {
  for (const [bytes, width, height] of [
    [png, 640, 480],
    [jpegOf(800, 600), 800, 600],
    [gifOf(30, 20), 30, 20],
    [webpOf(1024, 768), 1024, 768],
    [avifOf(400, 300), 400, 300],
  ] as const) {
    assert.deepEqual((await kindOf(bytes, { name: 'a' })).dimensions, { width, height })
  }
})

test('a photograph that was turned has the size that is shown', async () => {
  for (const [orientation, dimensions] of [
    [1, { width: 800, height: 600 }],
    [3, { width: 800, height: 600 }],
    [6, { width: 600, height: 800 }],
    [8, { width: 600, height: 800 }],
  ] as const) {
    assert.deepEqual((await kindOf(jpegOf(800, 600, orientation), { name: 'a' })).dimensions, dimensions)
  }
})

test('a broken image has no size, not even that of what lies beside it in memory', async () => {
  const beside = Buffer.alloc(1000, 7)
  for (const [bytes, marked] of [
    [png, 20],
    [jpegOf(800, 600), 8],
    [gifOf(30, 20), 7],
    [webpOf(1024, 768), 25],
    [avifOf(400, 300), 60],
  ] as const) {
    bytes.copy(beside, 0, 0, marked)
    const { dimensions } = await kindOf(beside.subarray(0, marked), { name: 'a' })
    assert.equal(dimensions, undefined)
  }
  assert.equal((await kindOf(pngOf(0, 10), { name: 'a' })).dimensions, undefined)
  assert.equal((await kindOf(pngOf(2_000_000_000, 10), { name: 'a' })).dimensions, undefined)
})

test('what a browser could run is plain text, whatever it is said to be', async () => {
  for (const page of [
    html,
    ` \n${html.toLowerCase()}`,
    '<script>alert(1)</script>',
    '<?xml version="1.0"?><a/>',
  ]) {
    for (const [name, claimed] of [
      ['a.png', 'image/png'],
      ['a.html', 'text/html'],
      ['a.xhtml', 'application/xhtml+xml'],
      ['a.md', 'text/markdown'],
      ['a.js', 'text/javascript'],
      ['a.svg', 'image/svg+xml'],
      ['a', undefined],
    ] as const) {
      assert.deepEqual(await kindOf(text(page), { name, claimed }), { contentType: 'text/plain' })
    }
  }
  const inUtf16 = Buffer.from(`\ufeff<?xml version="1.0"?>${html}`, 'utf16le')
  const { contentType } = await kindOf(inUtf16, { name: 'a.xml', claimed: 'application/xml' })
  assert.equal(contentType, 'application/octet-stream')
})

test('texts are told by how they are written, then by what is said of them, then by their name', async () => {
  for (const [content, name, claimed, contentType] of [
    ['# Title\n', 'readme.md', undefined, 'text/markdown'],
    ['# Title\n', 'README.MD', 'text/plain', 'text/markdown'],
    ['a,b\n1,2\n', 'table', 'text/csv; charset=utf-8', 'text/csv'],
    ['a,b\n1,2\n', 'table.csv', undefined, 'text/csv'],
    ['a: 1\n', 'a.yml', undefined, 'application/yaml'],
    [' {"a": [1]}\n', 'a.txt', undefined, 'application/json'],
    ['[1, 2]', 'a.md', 'text/markdown', 'application/json'],
    ['{"a": ', 'a.json', 'application/json', 'text/plain'],
    ['[a link](http://a)', 'a.md', undefined, 'text/markdown'],
    ['hello', 'a.exe', 'application/x-msdownload', 'text/plain'],
    ['BMW builds cars', 'a', undefined, 'text/plain'],
    ['MZ', 'a.exe', undefined, 'text/plain'],
    ['\ufeffGrüße 😀', 'a.txt', undefined, 'text/plain'],
    ['\u001b[31mred\u001b[0m', 'a.log', undefined, 'text/plain'],
    ['', 'empty', 'image/png', 'text/plain'],
  ] as const) {
    assert.deepEqual(await kindOf(text(content), { name, claimed }), { contentType }, content)
  }
})

test('of silent bytes a claim is believed that no browser runs and no bytes would show', async () => {
  const silent = Buffer.from([0, 1, 2, 3, 250, 251, 252])
  for (const [claimed, contentType] of [
    ['application/vnd.example.model', 'application/vnd.example.model'],
    ['application/x-thing; version=1', 'application/x-thing'],
    ['application/vnd.example+xml', 'application/octet-stream'],
    ['application/x-javascript', 'application/octet-stream'],
    ['application/vnd.ms-excel\r\nX: y', 'application/octet-stream'],
    ['application/pdf', 'application/octet-stream'],
    [docx, 'application/octet-stream'],
    ['image/png', 'application/octet-stream'],
    ['text/plain', 'application/octet-stream'],
    ['text/html', 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ] as const) {
    assert.equal((await kindOf(silent, { name: 'a.png', claimed })).contentType, contentType, claimed)
  }
  const latin = await kindOf(Buffer.from('Grüße', 'latin1'), { name: 'a.txt', claimed: 'text/plain' })
  assert.equal(latin.contentType, 'application/octet-stream')
})

test('a drawing is told by its root, behind whatever may stand before it', async () => {
  const root =
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="20"><script>alert(1)</script></svg>'
  const prologs = [
    '',
    '\ufeff\n ',
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<!-- made by hand --><!-- > twice -->',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
    '<?xml version="1.0"?><!DOCTYPE svg [ <!ENTITY a "b"> <!ENTITY c "d"> ]><!-- x -->',
  ]
  for (const prolog of prologs) {
    const kind = await kindOf(text(prolog + root), { name: 'a.png', claimed: 'image/png' })
    assert.deepEqual(kind, { contentType: 'image/svg+xml', dimensions: { width: 10, height: 20 } }, prolog)
  }
  for (const other of [
    `<p>${root}`,
    `<!DOCTYPE html>${root}`,
    '<svgx>',
    '<SVG>',
    '<!-- <svg>',
    '<?xml <svg>',
  ]) {
    const { contentType } = await kindOf(text(other), { name: 'a.svg', claimed: 'image/svg+xml' })
    assert.equal(contentType, 'text/plain', other)
  }
})

test('a drawing has the size that a browser gives it, or none', async () => {
  for (const [attributes, dimensions] of [
    [`width='12.4px' height='7.6'`, { width: 12, height: 8 }],
    ['width="1in" height="2.54cm"', { width: 96, height: 96 }],
    ['viewBox="0 0 300 150"', { width: 300, height: 150 }],
    ['viewBox="-5,-5,  300,150" width="60"', { width: 60, height: 30 }],
    ['height="60" viewBox="0 0 300 150"', { width: 120, height: 60 }],
    ['width="100%" height="100%" viewBox="0 0 24 24"', { width: 24, height: 24 }],
    ['data-width="5" x:height="6"', undefined],
    ['width="-5" height="6"', undefined],
    ['width="0" height="0"', undefined],
    ['width="1e9" height="99999999999"', undefined],
    ['viewBox="0 0 0 0" width="5"', undefined],
    ['width="5', undefined],
    ['', undefined],
  ] as const) {
    const kind = await kindOf(text(`<svg ${attributes}></svg>`), { name: 'a.svg' })
    assert.deepEqual(kind, { contentType: 'image/svg+xml', ...(dimensions && { dimensions }) }, attributes)
  }
})

test('whatever the bytes are, and whatever is said of them, there is a kind that fits a header', () => {
  const samples = [
    png,
    jpegOf(8, 6, 6),
    gifOf(3, 2),
    webpOf(10, 7),
    avifOf(4, 3),
    zipOf({ a: 'b', 'word/c': '' }),
    gzipSync('a'),
  ]
  const broken = fc
    .tuple(
      fc.constantFrom(...samples),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }),
      fc.nat(400),
    )
    .map(([sample, changes, length]) => {
      const bytes = Buffer.from(sample.subarray(0, length))
      for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value
      return bytes
    })
  const bytes = fc.oneof(broken, fc.uint8Array({ maxLength: 200 }).map(Buffer.from), fc.string().map(text))
  const claimed = fc.option(fc.oneof(fc.string(), fc.constantFrom('image/png', '__proto__/a', 'text/csv')))
  return fc.assert(
    fc.asyncProperty(bytes, fc.string(), claimed, async (content, name, said) => {
      const { contentType, dimensions } = await kindOf(content, { name, claimed: said ?? undefined })
      assert.match(contentType, /^[a-z]+\/[\w.+-]{1,127}$/)
      assert.ok(!/html|javascript/.test(contentType))
      if (dimensions) assert.ok(dimensions.width >= 1 && dimensions.height <= 1_000_000)
    }),
    { numRuns: 500 },
  )
})

test('files made to keep us busy do not', async () => {
  const million = 1_000_000
  for (const [name, bytes] of [
    [
      'a photograph without a size',
      Buffer.concat([Buffer.from([255, 216, 255, 224]), Buffer.alloc(20 * million)]),
    ],
    ['an image with too many sizes', avifOf(0, 0, 399)],
    ['an image with far too many sizes', avifOf(0, 0, 200_000)],
    ['an archive of too many files', Buffer.concat(Array(200_000).fill(zipOf({ a: '' })))],
    ['an archive of nothing at all', gzipSync(Buffer.alloc(100 * million))],
    ['comments without end', text('<!---->'.repeat(million))],
    ['declarations without end', text('<!DOCTYPE svg>'.repeat(million))],
    ['attributes without end', text(`<svg ${'a="1" '.repeat(million)}`)],
    ['a name without end', text(`<svg ${'a'.repeat(5 * million)}`)],
    ['space without end', text(`<svg${' '.repeat(5 * million)}`)],
    ['lists without end', text('['.repeat(million))],
    ['nothing but space', text(' '.repeat(20 * million))],
  ] as const) {
    const ms = await processorMs(() => kindOf(bytes, { name: 'a' }))
    assert.ok(ms < 3_000, `${name} took ${ms} ms`)
  }
})

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

function text(content: string): Buffer {
  return Buffer.from(content)
}

function pngOf(width: number, height: number): Buffer {
  const header = Buffer.concat([uint(width, 4), uint(height, 4), Buffer.from([8, 0, 0, 0, 0])])
  const chunks = [chunkOf('IHDR', header), chunkOf('IDAT', deflateSync(Buffer.alloc(10))), chunkOf('IEND')]
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), ...chunks])
}

function chunkOf(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([text(name), data])
  return Buffer.concat([uint(data.length, 4), named, uint(crc32(named), 4)])
}

function jpegOf(width: number, height: number, orientation?: number): Buffer {
  const application = Buffer.from([255, 224, 0, 16, ...text('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0])
  const entry = [1, 18, 0, 3, 0, 0, 0, 1, 0, orientation ?? 1, 0, 0]
  const directory = [...text('Exif\0\0MM'), 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0]
  const exif = Buffer.from([255, 225, 0, directory.length + 2, ...directory])
  const frame = [255, 192, 0, 11, 8, ...uint(height, 2), ...uint(width, 2), 1, 1, 17, 0]
  const parts = [Buffer.from([255, 216]), orientation ? exif : application, Buffer.from(frame)]
  return Buffer.concat([...parts, Buffer.from([255, 218, 0, 8, 1, 1, 0, 0, 63, 0, 255, 217])])
}

function gifOf(width: number, height: number): Buffer {
  const screen = Buffer.from([width, 0, height, 0, 0, 0, 0])
  return Buffer.concat([text('GIF89a'), screen, Buffer.from([0x3b])])
}

function webpOf(width: number, height: number): Buffer {
  const size = (side: number) => Buffer.from(uint(side - 1, 3)).reverse()
  const extended = Buffer.concat([
    text('VP8X'),
    Buffer.from([10, 0, 0, 0, 0, 0, 0, 0]),
    size(width),
    size(height),
  ])
  return Buffer.concat([text('RIFF'), Buffer.from([22, 0, 0, 0]), text('WEBP'), extended])
}

function avifOf(width: number, height: number, sizes = 1): Buffer {
  const size = box('ispe', Buffer.concat([uint(0, 4), uint(width, 4), uint(height, 4)]))
  const properties = box('iprp', box('ipco', Buffer.concat(Array(sizes).fill(size))))
  const type = box('ftyp', Buffer.concat([text('avif'), uint(0, 4), text('avifmif1')]))
  return Buffer.concat([type, box('meta', Buffer.concat([uint(0, 4), properties]))])
}

function box(name: string, content: Buffer): Buffer {
  return Buffer.concat([uint(content.length + 8, 4), text(name), content])
}

/** Uncompressed entries are enough to detect the type. */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const parts = Object.entries(files).map(([name, content]) => {
    const header = Buffer.alloc(30)
    header.write('PK\x03\x04')
    header.writeUInt16LE(20, 4)
    header.writeUInt32LE(content.length, 18)
    header.writeUInt32LE(content.length, 22)
    header.writeUInt16LE(name.length, 26)
    return Buffer.concat([header, text(name + content)])
  })
  return Buffer.concat(parts)
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}
