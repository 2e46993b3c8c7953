import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quickestMs } from '../test/cpu-time.ts'
import { parseDocument } from './parse.ts'

/** About six thousand characters with everything that pages contain. */
const page = `---
title: Getting started
description: How to begin
icon: rocket
---

${Array.from({ length: 8 }, (_, at) => section(at)).join('\n')}`

test('a page of six kilobytes is parsed in a moment', () => {
  assert.ok(page.length > 5_500 && page.length < 7_000, `${page.length} characters`)
  const parse = () => parseDocument(page, { page: true })
  repeat(parse, 300)
  const runs = 5
  const best = quickestMs(() => repeat(parse, runs), 3 * runs) / runs
  assert.ok(best < 3, `${best.toFixed(3)} ms`)
})

function repeat(work: () => unknown, runs: number) {
  for (let run = 0; run < runs; run++) work()
}

function section(number: number): string {
  return `## Section ${number} about things

This is a paragraph with **bold text**, *emphasis*, \`code\` and
a [link](../folder/page-${number}.md "title").
It has <kbd>Ctrl</kbd> and é à 漢字 😀 :smile:, and is about two hundred characters long, as most are.

{% hint style="info" %}
Be careful with *this* thing, for it is [documented](/pages/p${number}#there).
{% endhint %}

- item one with [link](https://example.com/${number})
- item two
  - nested item

| Name | Value | Notes |
| --- | :-: | ---: |
| one | \`1\` | first |
| two | 2 | **second** |

\`\`\`ts
const a = ${number}
export function add(x: number) {
  return x + a
}
\`\`\`

<details>

<summary>More</summary>

Hidden text here, which nobody reads before it is needed. Hidden text here.

</details>

<figure><img src="/files/f${number}" alt="A picture"><figcaption><p>Words</p></figcaption></figure>
`
}
