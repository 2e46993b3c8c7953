import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from '../test/render.ts'

test('a table can be scrolled with the keyboard, and its headers have a scope', () => {
  const html = renderMarkdown('| a | b |\n|---|--:|\n| 1 | **2** |\n')
  assert.match(html, /<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead>/)
  assert.match(html, /<th scope="col">a<\/th><th scope="col" class="text-end">b<\/th>/)
  assert.match(html, /<td>1<\/td><td class="text-end"><strong>2<\/strong><\/td>/)
})

test('a header without a title is a plain cell', () => {
  const html = renderMarkdown('| | b |\n|---|---|\n| 1 | 2 |\n')
  assert.match(html, /<thead><tr><td><\/td><th scope="col">b<\/th><\/tr><\/thead>/)
})

test('columns keep the widths that authors give them', () => {
  const html = renderMarkdown(
    '<table><thead><tr><th width="120">a</th><th>b</th></tr></thead>' +
      '<tbody><tr><td>1</td><td>2</td></tr></tbody></table>\n',
  )
  assert.match(html, /<colgroup><col width="120"><col><\/colgroup>/)
})

test('cells are drawn by the type of their column', () => {
  const html = renderMarkdown(
    '<table><thead><tr><th data-type="checkbox">a</th><th data-type="rating" data-max="3">b</th>' +
      '<th data-type="select">c</th><th data-type="number">d</th></tr></thead>' +
      '<tbody><tr><td>true</td><td>2</td><td>red, blue</td><td>7</td></tr></tbody></table>\n',
  )
  assert.match(html, /<span class="vh">Yes<\/span>/)
  assert.match(html, /role="img" aria-label="2 \/ 3">★★☆</)
  assert.match(html, /<span class="table-option">red<\/span> <span class="table-option">blue<\/span>/)
  assert.match(html, /<td class="text-end">7<\/td>/)
})

const cards =
  '<table data-view="cards"><thead><tr><th></th><th></th>' +
  '<th data-hidden data-card-target data-type="content-ref"></th>' +
  '<th data-hidden data-card-cover data-type="files"></th></tr></thead>' +
  '<tbody><tr><td><strong>Start</strong></td>' +
  '<td>With <a href="https://example.com">a link</a></td><td><a href="/pages/p">p</a></td>' +
  '<td><a href="/files/f">f</a></td></tr></tbody></table>\n'

test('a card with a target is one link with its cover', () => {
  const html = renderMarkdown(cards, { locate: ({ kind }) => ({ href: `/${kind}`, title: kind }) })
  assert.match(html, /<a class="cards-card" href="\/page"><span class="cards-cover"><img src="\/file" alt=""/)
  assert.match(html, /<b><strong>Start<\/strong><\/b><span>With a link<\/span>/)
})

test('a card without a target that the visitor can see is no link', () => {
  assert.match(renderMarkdown(cards), /<div class="cards-card">.*<a href="https:\/\/example\.com"/)
})
