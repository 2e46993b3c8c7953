import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOf } from '../groups/group.ts'
import { open } from '../saving/open.ts'
import { save } from '../saving/save.ts'
import { sliceOfHtml } from './html.ts'

test('headings, paragraphs, links, marks and code of a web page become blocks', () => {
  assert.equal(
    markdownOf(
      `<h2>One <em>two</em></h2>\n<p>a <b>b</b>\n <a href="https://example.com/x">c</a> <code>d_e</code>.</p>
       <pre>let a\n  = 1</pre><blockquote><p>q</p></blockquote><hr><p>x<br>y &amp; z&nbsp;</p>`,
    ),
    [
      '## One *two*\n\na **b** [c](https://example.com/x) `d_e`.\n\n```\nlet a\n  = 1\n```\n\n',
      '> q\n\n---\n\nx\\\ny & z\n',
    ].join(''),
  )
})

test('lists of a web page may be nested in an item or beside it', () => {
  const nested = '- a\n  - b\n- c\n'
  assert.equal(markdownOf('<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>'), nested)
  assert.equal(markdownOf('<ul><li><p>a</p></li><ul><li>b</li></ul><li>c</li></ul>'), nested)
  assert.equal(markdownOf('<ol><li>a</li><li>b</li></ol>'), '1. a\n2. b\n')
})

test('Google Docs writes marks as styles, and bold around everything', () => {
  assert.equal(
    markdownOf(
      `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1">
       <h1 dir="ltr"><span>T</span></h1><p dir="ltr"><span style="font-weight:700;">bold</span><span
       style="font-style:italic"> it</span></p></b>`,
    ),
    '# T\n\n**bold**<em> it</em>\n',
  )
})

test('Word writes the items of a list as paragraphs', () => {
  const item = (level: number, sign: string, text: string) =>
    `<p class=MsoListParagraph style='margin-left:.5in;mso-list:l0 level${level} lfo1'><![if !supportLists]>
    <span style='mso-list:Ignore'>${sign}<span>&nbsp;</span></span><![endif]>${text}<o:p></o:p></p>`
  const html = `<html><head><style>p { color: red }</style></head><body><!--StartFragment-->
    ${item(1, '·', 'a')}${item(2, '1.', 'b')}${item(1, '·', 'c')}<p class=MsoNormal>d</p></body></html>`
  assert.equal(markdownOf(html), '- a\n  1. b\n- c\n\nd\n')
})

test('cells of a spreadsheet become a table whose first row is the head', () => {
  const html = `<google-sheets-html-origin><style>td {}</style><table><colgroup><col width="100">
    </colgroup><tbody><tr><td style="x">a</td><td>b|c</td></tr>
    <tr><td><b>1</b></td><td></td><td>2</td></tr></tbody></table>`
  assert.equal(markdownOf(html), '| a | b\\|c |  |\n| --- | --- | --- |\n| **1** |  | 2 |\n')
})

test('scripts, styles, forms and dangerous links leave nothing but their text', () => {
  assert.equal(
    markdownOf(
      `<script>alert(1)</script><style>a{}</style><p onclick="x()"><a href="javascript:alert(1)">a</a>
       <img src="data:image/png;base64,x"><input value="v"></p>`,
    ),
    'a\n',
  )
  assert.equal(sliceOfHtml('<style>a</style>').size, 0)
})

function markdownOf(html: string): string | undefined {
  const { content } = sliceOfHtml(html)
  const page = pageOf(content.content)
  page.check()
  const saved = save(open('').base, page)
  return saved.kind === 'saved' ? saved.text : undefined
}
