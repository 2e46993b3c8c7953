import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDocument } from '@stemma/content'
import { renderMarkdown } from '../test/render.ts'

test('tabs are sections under their titles, and the first is shown', () => {
  const html = renderMarkdown(
    '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n\n' +
      '{% tab title="B" %}\nb\n{% endtab %}\n{% endtabs %}\n',
  )
  assert.match(html, /role="tab" id="tabs:1\.0" aria-controls="tabs:1\.0\.panel" aria-selected="true">A</)
  assert.match(html, /aria-selected="false" tabindex="-1">B</)
  assert.match(
    html,
    /role="tabpanel" aria-labelledby="tabs:1\.0" data-shown><p class="tabs-title">A<\/p><p>a<\/p>/,
  )
})

test('steps are an ordered list', () => {
  const html = renderMarkdown('{% stepper %}\n{% step %}\n### One\n{% endstep %}\n{% endstepper %}\n')
  assert.match(html, /<ol class="stepper" role="list"><li><h3 id="one" aria-level="2">One/)
})

test('columns have widths in twelfths, and those without one share the rest', () => {
  const html = renderMarkdown(
    '{% columns %}\n{% column width="33.33%" %}\na\n{% endcolumn %}\n\n' +
      '{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}\n',
  )
  assert.match(html, /<div class="columns-4"><p>a<\/p><\/div><div class="columns-8"><p>b<\/p><\/div>/)
})

test('an expandable is a disclosure with its title', () => {
  const html = renderMarkdown('<details>\n\n<summary>Why **so**?</summary>\n\nBecause.\n\n</details>\n')
  assert.match(html, /<details class="expandable"><summary>.*<span>Why .*\?<\/span><\/summary>/)
  assert.match(html, /<p>Because\.<\/p>/)
})

test('a condition that the server left in place is drawn as what it contains', () => {
  assert.equal(renderMarkdown('{% if visitor.claims.a %}\nShown\n{% endif %}\n'), '<p>Shown</p>')
})

test('reusable contents are drawn in place, at most three levels deep', () => {
  const reusable = () => parseDocument('More\n\n{% include "/reusable-contents/r" %}\n').tree.nodes
  const html = renderMarkdown('{% include "/reusable-contents/r" %}\n', { reusable })
  assert.equal(html, '<p>More</p>'.repeat(3))
})
