/** Texts that are expensive for Markdown parsers, as long as a page may be. */
const many = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)

const ordinary = `## A heading about things

A paragraph with **bold text**, *emphasis*, \`code\`, :smile: and a [link](../folder/page.md "title").

{% hint style="info" %}
Be careful with *this*, for it is [documented](/pages/p1#there).
{% endhint %}

- item one with [link](https://example.com/1)
  - nested item

| Name | Value |
| --- | :-: |
| one | \`1\` |

<code class="expression">space.vars.name</code>

`

export const charactersMax = 2_000_000

export const hostileTexts: readonly (readonly [string, (length: number) => string])[] = [
  ['everything', (length) => many(ordinary, length)],
  ['paragraphs', (length) => many('a\n\n', length)],
  ['headings', (length) => many('# a\n', length)],
  ['emphasis', (length) => many('*a* **b** `c`\n\n', length)],
  ['links', (length) => many('[a](b) ', length)],
  ['links to pages', (length) => many('[a](/pages/p1#b) is a link\n\n', length)],
  ['items', (length) => many('- a\n', length)],
  ['items in items', (length) => many('- a\n  - b\n    - c\n', length)],
  ['quotes', (length) => many('> a\n\n', length)],
  ['quotes in quotes', (length) => many('> ', length)],
  ['a table', (length) => `|a|b|c|\n|-|-|-|\n${many('|1|**2**|&amp;|\n', length - 20)}`],
  ['hints', (length) => many('{% hint %}\na\n{% endhint %}\n\n', length)],
  ['tags', (length) => many('<b>', length / 2) + many('</b>', length / 2)],
  ['entities', (length) => many('a &amp; b\n', length)],
  ['brackets', (length) => many('[', length / 2) + many(']', length / 2)],
  ['delimiters', (length) => many('***a__ _b** c\n', length)],
  ['code', (length) => `\`\`\`\n${many('const a = 1\n', length - 10)}\n\`\`\``],
  ['expressions', (length) => many('<code class="expression">space.vars.name</code>\n\n', length)],
  ['carriage returns', (length) => many('\r', length)],
  ['letters beyond ASCII', (length) => many('漢*字* 😀 ', length).toWellFormed()],
  ['front matter', (length) => `---\n${many('a: b\n', length - 10)}\n---\n`],
  ['one word', (length) => many('a_b', length)],
]
