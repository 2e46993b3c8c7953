import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DocumentPage, ImportSource, Page } from '@stemma/contract'
import { addressElsewhere, givenElsewhere } from '../../../test/elsewhere.ts'
import { type Person, startServer } from '../../../test/harness.ts'
import { close, givenDraft } from '../../../test/writing.ts'
import { crowdedZip, rawZip, zipOf } from '../../../test/zip.ts'

const server = await startServer({ importPagesMax: 50 })
let served = 0

/** Imports content from an external server, and describes the result. */
async function imported(source: ImportSource, body: string | Uint8Array, path = 'file') {
  const draft = await givenDraft(server)
  const url = givenElsewhere(`/${++served}/${path}`, body)
  const api = server.as(draft.editor)
  const answer = await api.importContentInChangeRequest({ params: draft.params, body: { url, source } })
  const { pages } = await api.listPagesInChangeRequest({ params: draft.params })
  const textOf = async (page: Page | undefined) => {
    const params = { ...draft.params, pageId: page?.id ?? '' }
    const shown = await api.getPageInChangeRequestById({ params, query: { format: 'markdown' } })
    return (shown as DocumentPage).markdown ?? ''
  }
  return { draft, api, answer, pages, textOf, outline: outline(pages) }
}

function outline(pages: readonly Page[]): string {
  const below = (page: Page) => ('pages' in page && page.pages.length > 0 ? `(${outline(page.pages)})` : '')
  return pages.map((page) => page.title + below(page)).join(',')
}

function refused(source: ImportSource, body: string | Uint8Array, sentence: RegExp, path?: string) {
  return assert.rejects(imported(source, body, path), (error: { status: number; message: string }) => {
    assert.equal(error.status, 400)
    assert.match(error.message, sentence)
    return true
  })
}

const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a text in Markdown becomes a page, byte for byte', async () => {
  const text = '# A title\r\n\r\nAnd *words*.\n'
  const { pages, textOf, outline, answer } = await imported('markdown', text)
  assert.equal(outline, 'A title')
  assert.equal(await textOf(pages[0]), text)
  assert.deepEqual([answer.importedResources, answer.totalResources], [1, 1])
})

test('a text that begins with the letters of a zip file is a text', async () => {
  const text = 'PKCE is explained here.\n'
  const { pages, textOf } = await imported('markdown', text)
  assert.equal(await textOf(pages[0]), text)
})

test('a page in HTML becomes Markdown, with its pictures and without what stands around it', async () => {
  givenElsewhere('/picture.png', image, 'image/png')
  const html = `<!doctype html><title>Site</title><nav><a href="/x">Menu</a></nav><main><h1>Title</h1>
    <p>Some <b>bold</b> <a href="/there?a=b">link</a>.</p><img src="/picture.png" alt="Shown">
    <img src="/missing.png"><pre><code class="language-js">a &lt; b</code></pre>
    <table><tr><th>A</th></tr><tr><td>1</td></tr></table><script>alert(1)</script></main><footer>End</footer>`
  const { pages, textOf, answer, api, draft } = await imported('html', html)
  const text = await textOf(pages[0])
  const [file] = (await api.listFilesInChangeRequestById({ params: draft.params })).items
  assert.match(text, /^# Title\n\nSome \*\*bold\*\* \[link\]\(http:[^)]*\/there\?a=b\)/)
  assert.match(text, /```js\na < b\n```/)
  assert.match(text, /\| A \|\n\| - \|\n\| 1 \|/)
  assert.ok(text.includes(`![Shown](/files/${file?.id})`), text)
  assert.doesNotMatch(text, /Menu|alert|End/)
  assert.equal(file?.contentType, 'image/png')
  assert.deepEqual([answer.importedResources, answer.totalResources], [2, 3])
})

test('an archive with a summary has its tree, its groups, its links and its files', async () => {
  const archive = await zipOf({
    'docs-main/SUMMARY.md': `# Summary\n\n* [Home](README.md)\n\n## Guides\n\n* [Setup](guides/setup.md)
  * [More](guides/more.md)\n* [Gone](gone.md)\n`,
    'docs-main/README.md': '# Welcome\n\n[Setup](guides/setup.md#first) [Web](https://example.com)\n',
    'docs-main/guides/setup.md': '# Setup\n\n![](../img/a%20b.png) [back](../README.md)\n',
    'docs-main/guides/more.md': '[nowhere](missing.md)\n',
    'docs-main/img/a b.png': image,
    'docs-main/unlisted.md': '# Unlisted\n',
  })
  const { pages, outline, textOf, answer } = await imported('zip', archive)
  assert.equal(outline, 'Welcome,Guides(Setup(More))')
  const [home, guides] = pages
  assert.equal(guides?.type, 'group')
  const setup = guides && 'pages' in guides ? guides.pages[0] : undefined
  assert.equal(
    await textOf(home),
    `# Welcome\n\n[Setup](/pages/${setup?.id}#first) [Web](https://example.com)\n`,
  )
  assert.match(
    await textOf(setup),
    new RegExp(`^# Setup\n\n!\\[\\]\\(/files/\\w+\\) \\[back\\]\\(/pages/${home?.id}\\)`),
  )
  assert.deepEqual([answer.importedResources, answer.totalResources], [5, 6])
})

test('a summary is read in the time that its length takes, and keeps the signs of its headings', async () => {
  const lines = ['## a', ' '.repeat(1_000_000), 'b\n\n## C# ##\n\n* [One](one.md "said (so)")\n']
  const archive = await zipOf({ 'SUMMARY.md': lines.join(''), 'one.md': '# One\n' })
  assert.equal((await imported('zip', archive)).outline, 'C#(One)')
})

test('an archive without a summary has the tree of its folders', async () => {
  const archive = await zipOf({
    'b.md': 'Second',
    'README.md': '# First',
    'guides/README.md': 'Of guides',
    'guides/10-late.md': 'x',
    'guides/2-early.md': 'x',
    'guides/2-early/deep.html': '<h1>Deep</h1><p>x</p>',
    '__MACOSX/b.md': 'noise',
  })
  const { outline } = await imported('zip', archive)
  assert.equal(outline, 'First,B,Guides(Early(Deep),Late)')
})

test('file names are kept as slugs, and converted only where a slug cannot hold them', async () => {
  const archive = await zipOf({
    'README.md': '# Welcome home\n',
    'Getting_Started.md': '# How to begin\n',
    'API/index.md': '# The API\n',
    'API/v1.2.md': '# Version\n',
    'API/what is it?.md': '# Question\n',
    'API/named.md': '---\nslug: own-slug\n---\n\n# Named\n',
  })
  const { pages } = await imported('zip', archive)
  assert.deepEqual(pathsOf(pages), [
    'welcome-home',
    'API',
    'API/own-slug',
    'API/v1.2',
    'API/what-is-it',
    'Getting_Started',
  ])
  const listed = await zipOf({
    'SUMMARY.md': '* [Start](Getting_Started.md)\n* [Guides](guides/README.md)\n',
    'Getting_Started.md': '# How to begin\n',
    'guides/README.md': '# All guides\n',
  })
  assert.deepEqual(pathsOf((await imported('zip', listed)).pages), ['Getting_Started', 'guides'])
  const single = await imported('markdown', '# Another title\n', 'Release_Notes.md')
  assert.deepEqual(pathsOf(single.pages), ['Release_Notes'])
  const unnamed = await imported('markdown', '# Another title\n', 'export')
  assert.deepEqual(pathsOf(unnamed.pages), ['another-title'])
})

function pathsOf(pages: readonly Page[]): readonly string[] {
  return pages.flatMap((page) =>
    'path' in page ? [page.path, ...('pages' in page ? pathsOf(page.pages) : [])] : [],
  )
}

test('a text that begins with a comment keeps its title and its bytes', async () => {
  const text = '<!-- markdownlint-disable -->\n\n# How to begin\n\nWords.\n'
  const { pages, outline, textOf } = await imported('zip', await zipOf({ 'a.md': text, 'b.md': '# B\n' }))
  assert.equal(outline, 'How to begin,B')
  assert.equal(await textOf(pages[0]), text)
  assert.equal((await imported('markdown', text, 'a.md')).outline, 'How to begin')
})

test('a folder whose name looks encoded keeps the links among its pages', async () => {
  const archive = await zipOf({
    'README.md': '# First\n',
    'old%20docs/a.md': '# A\n\n[b](b.md) [c](/old%2520docs/c%20d.md)\n',
    'old%20docs/b.md': '# B\n',
    'old%20docs/c d.md': '# C\n',
  })
  const { pages, textOf } = await imported('zip', archive)
  const folder = pages[1]
  const [a, b, c] = folder && 'pages' in folder ? folder.pages : []
  assert.equal(await textOf(a), `# A\n\n[b](/pages/${b?.id}) [c](/pages/${c?.id})\n`)
})

test('an address that cannot be called is refused, for a website too', async () => {
  const { editor, params } = await givenDraft(server)
  for (const source of ['website', 'html'] as const) {
    const importing = server
      .as(editor)
      .importContentInChangeRequest({ params, body: { url: 'https://', source } })
    await assert.rejects(importing, { status: 400, message: /This URL is not allowed/ })
  }
})

test('an archive that is no honest one is refused, and nothing is written', async () => {
  const body = Buffer.from('x')
  await refused('zip', 'no zip at all', /not a ZIP file/)
  await refused('zip', Buffer.from('PK\x03\x04 broken'), /ZIP file can't be read/)
  await refused('zip', rawZip([{ name: '../../out.md', body }]), /leads outside/)
  await refused('zip', rawZip([{ name: '/etc/out.md', body }]), /leads outside/)
  await refused(
    'zip',
    rawZip([
      { name: 'a.md', body },
      { name: 'a.md', body },
    ]),
    /twice/,
  )
  await refused('zip', rawZip([{ name: `${'a/'.repeat(20_000)}b.md`, body }]), /folders inside of each other/)
  await refused('zip', rawZip([{ name: 'a.md', body, claims: 2 ** 31 }]), /too large/)
  const many = Array.from({ length: 20 }, (_, at) => ({ name: `${at}.md`, body, claims: 60 * 1024 * 1024 }))
  await refused('zip', rawZip(many), /too large/)
  await refused('zip', await zipOf({ 'a.txt': 'x' }), /no pages/)
  const pages = Array.from({ length: 51 }, (_, at) => [`${at}.md`, 'x'] as const)
  await refused('zip', await zipOf(Object.fromEntries(pages)), /at most 50/)
})

test('an archive with too many entries is refused with what to do, before they are read', async () => {
  await refused('zip', crowdedZip(200_001), /more than 200000 entries\. Split it\./)
  await refused('zip', crowdedZip(51), /at most 50/)
})

test('an archive that is locked, or packed in an unknown way, is refused with what to do', async () => {
  const [open, body] = [{ name: 'a.md', body: Buffer.from('# A') }, Buffer.from('# B')]
  const locked = /b\.md is locked by a password\. Pack it again without one\./
  await refused('zip', rawZip([open, { name: 'b.md', body, flags: 1 }]), locked)
  const strong = /ZIP file is locked by a password\. Pack it again without one\./
  await refused('zip', rawZip([open, { name: 'b.md', body, flags: 0x41 }]), strong)
  const unknown = /b\.md uses an unknown compression method\. Create a plain ZIP file\./
  await refused('zip', rawZip([open, { name: 'b.md', body, method: 12 }]), unknown)
})

test('an entry that is not as long as it says is told, and the others are brought', async () => {
  const archive = rawZip([
    { name: 'good.md', body: Buffer.from('# Good') },
    { name: 'lie.md', body: Buffer.from('short'), claims: 4 },
  ])
  const { outline, answer } = await imported('zip', archive)
  assert.deepEqual([outline, answer.importedResources, answer.totalResources], ['Good', 1, 2])
  await refused('zip', rawZip([{ name: 'lie.md', body: Buffer.from('short'), claims: 9 }]), /damaged/)
})

test('a page whose text cannot be kept is told, and the others are brought', async () => {
  const archive = await zipOf({ 'a.md': '# A\n', 'b.md': 'b\0\n' })
  const { outline, answer } = await imported('zip', archive)
  assert.deepEqual([outline, answer.importedResources, answer.totalResources], ['A', 1, 2])
  await refused('markdown', 'b\0\n', /NUL character at position 1; remove it/)
})

test('a document of Word becomes a page with its pictures', async () => {
  const { outline, pages, textOf, answer } = await imported('docx', await docx())
  assert.equal(outline, 'Report')
  assert.match(await textOf(pages[0]), /^# Report\n\nSome \*\*bold\*\* words\.\n\n!\[.*\]\(\/files\/\w+\)/)
  assert.equal(answer.importedResources, 2)
  await refused('docx', 'no document', /not a Word document/)
  await refused('docx', await zipOf({ 'a.txt': 'x' }), /no pages/)
})

test('an export of Confluence has the tree of its index and its attachments', async () => {
  const page = (title: string, text: string) =>
    `<html><head><title>Space : ${title}</title></head><body><div id="main"><h1 id="title-heading">
     <span id="title-text">Space : ${title}</span></h1>
     <div id="main-content" class="wiki-content">${text}</div></div></body></html>`
  const archive = await zipOf({
    'SP/index.html': `<html><body><div id="content"><ul><li><a href="Home_1.html">Home</a><ul><li>
      <a href="Child_2.html">Child</a></li></ul></li></ul></div></body></html>`,
    'SP/Home_1.html': page(
      'Home',
      '<p>See <a href="Child_2.html">child</a></p><img src="attachments/1/2.png">',
    ),
    'SP/Child_2.html': page('Child', '<p>Text</p>'),
    'SP/attachments/1/2.png': image,
    'SP/styles/site.css': '',
  })
  const { outline, pages, textOf } = await imported('confluence', archive)
  assert.equal(outline, 'Home(Child)')
  assert.match(await textOf(pages[0]), /See \[child\]\(\/pages\/\w+\)\s+!\[\]\(\/files\/\w+\)/)
  assert.equal((await imported('zip', archive)).outline, 'Home(Child)')
  await refused('confluence', await zipOf({ 'a.html': 'x' }), /no index.html/)
})

test('an export of Notion loses its ids, and keeps its tables', async () => {
  const [one, two, three] = ['a', 'b', 'c'].map((letter) => letter.repeat(32))
  const archive = await zipOf({
    [`Top ${one}.md`]: `# Top\n\n[Sub](Top%20${one}/Sub%20${two}.md)\n`,
    [`Top ${one}/Sub ${two}.md`]: '# Sub\n',
    [`Tasks ${three}.csv`]: `\uFEFF"Name",Note\nOne,"a, ""b"" | c"\nTwo,5" pipe,${'a'.repeat(1_000_000)}"\n`,
    [`Tasks ${three}_all.csv`]: 'Name\nOne\n',
  })
  const outer = await zipOf({ 'Export-Part-1.zip': archive })
  const { outline, pages, textOf } = await imported('notion', outer)
  assert.equal(outline, 'Tasks,Top(Sub)')
  assert.match(await textOf(pages[1]), /\[Sub\]\(\/pages\/\w+\)/)
  const table = '| Name | Note |\n| --- | --- |\n| One | a, "b" \\| c |\n| Two | 5" pipe |\n'
  assert.equal(await textOf(pages[0]), `# Tasks\n\n${table}`)
})

test('a wiki of a repository begins with Home, and links by names', async () => {
  const archive = await zipOf({
    'Getting-Started.md': 'Go [[Home]] or [[see|How To]]\n\n```\n[[Home]]\n```\n',
    'Home.md': 'Welcome to [start](Getting-Started)\n',
    'How-To.md': 'x',
    '_Sidebar.md': '* [[Home]]',
  })
  const { outline, pages, textOf } = await imported('github-wiki', archive)
  assert.equal(outline, 'Home,Getting Started,How To')
  assert.match(await textOf(pages[0]), /\[start\]\(\/pages\/\w+\)/)
  assert.match(
    await textOf(pages[1]),
    /^Go \[Home\]\(<\/pages\/\w+>\) or \[see\].*\n\n```\n\[\[Home\]\]\n```/,
  )
})

test('a website whose sitemap is named by a path alone is brought with what it lists', async () => {
  const listed = `<urlset><url><loc>${addressElsewhere('/site/two')}</loc></url></urlset>`
  givenElsewhere('/robots.txt', 'Sitemap: /site/listed.xml\nSitemap: http://\n', 'text/plain')
  givenElsewhere('/site/listed.xml', listed, 'application/xml')
  givenElsewhere('/site/two', '<h1>Two</h1>', 'text/html')
  assert.equal(await website('/site/', '<h1>One</h1>'), 'One,Two')
})

test('a picture whose address is none does not keep a website from being brought', async () => {
  assert.equal(await website('/pictured/', '<h1>One</h1><img src="http://">'), 'One')
})

/** Imports a website, and returns its page tree. */
async function website(path: string, start: string): Promise<string> {
  const { editor, params } = await givenDraft(server)
  const url = givenElsewhere(path, start, 'text/html')
  await server.as(editor).importContentInChangeRequest({ params, body: { url, source: 'website' } })
  return outline((await server.as(editor).listPagesInChangeRequest({ params })).pages)
}

test('what cannot be fetched, is not allowed or is closed is refused', async () => {
  const draft = await givenDraft(server)
  const url = givenElsewhere('/fine.md', '# Fine')
  const call = (person: Person, address: string) =>
    server.as(person).importContentInChangeRequest({
      params: draft.params,
      body: { url: address, source: 'markdown' },
    })
  await assert.rejects(call(draft.editor, `${url}x`), /answers 404/)
  await assert.rejects(call(draft.editor, 'http://127.0.0.1:9999/'), /not allowed to call/)
  await assert.rejects(call(draft.commenter, url), { status: 403 })
  await assert.rejects(call(draft.reader, url), { status: 403 })
  assert.equal((await call(draft.reviewer, url)).importedResources, 1)
  await close(server, draft.id, 'archived')
  await assert.rejects(call(draft.editor, url), { status: 409 })
})

/** The smallest document that a word processor would open, with a heading, some text and an image. */
async function docx(): Promise<Uint8Array> {
  const wordprocessing = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packaged = 'http://schemas.openxmlformats.org/package/2006'
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="png"
      ContentType="image/png"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="r1"
      Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="i1"
      Type="${relations}/image" Target="media/a.png"/></Relationships>`,
    'word/media/a.png': image,
    'word/document.xml': `<w:document xmlns:w="${wordprocessing}" xmlns:r="${relations}"
      xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"
      xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
      xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>
      <w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Report</w:t></w:r></w:p>
      <w:p><w:r><w:t xml:space="preserve">Some </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>bold</w:t></w:r>
      <w:r><w:t xml:space="preserve"> words.</w:t></w:r></w:p>
      <w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="a" descr="A picture"/><a:graphic><a:graphicData>
      <pic:pic><pic:blipFill><a:blip r:embed="i1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic>
      </wp:inline></w:drawing></w:r></w:p></w:body></w:document>`,
    'word/styles.xml': `<w:styles xmlns:w="${wordprocessing}">
      <w:style w:type="paragraph" w:styleId="Heading1">
      <w:name w:val="heading 1"/></w:style></w:styles>`,
  })
}
