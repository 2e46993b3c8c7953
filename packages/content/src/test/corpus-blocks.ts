/** One short text for each kind of block, without the final line break. */
export const blocks: Readonly<Record<string, string>> = {
  paragraph: 'A paragraph with **bold**, *italic*, `code`\nand a second line.',
  plain: 'Only words',
  breaks: 'One  \ntwo\\\nthree',
  links: 'A [link](/pages/p1), <https://example.com>, https://example.com/a and [a reference][ref].',
  inlines: 'x<sup>2</sup> <kbd>K</kbd> :smile: $$a+b$$ ![i](/files/i) <i class="fa-x">:x:</i> note[^n]',
  heading: '## A heading',
  deepHeading: '##### Level five',
  setext: 'A setext heading\n---',
  setextLong: 'Over two\nlines\n===',
  unordered: '- one\n- two\n- three',
  loose: '- one\n\n- two\n\n  more',
  nestedList: '- one\n  - two\n    1. three\n- four',
  ordered: '1. one\n2. two',
  orderedAt: '7) seven\n8) eight',
  star: '* star\n* star',
  tasks: '- [ ] open\n- [x] done',
  divider: '***',
  dashes: '---',
  quote: '> quoted\n> text',
  nestedQuote: '> outer\n>\n> > inner\n>\n> - item',
  lazyQuote: '> lazy\ncontinuation',
  fence: '```js\nconst a = 1\n\nconst b = 2\n```',
  tilde: '~~~\ntilde\n~~~',
  emptyFence: '```\n```',
  indentedCode: '    indented\n\n      code',
  titledCode: '{% code title="a.ts" overflow="wrap" lineNumbers="true" %}\n```ts\nlet a\n```\n{% endcode %}',
  hint: '{% hint style="info" %}\nA hint\n\n- with a list\n{% endhint %}',
  emptyHint: '{% hint style="danger" %}\n{% endhint %}',
  figure: '<figure><img src="/files/f" alt="alt" width="10"><figcaption><p>Caption</p></figcaption></figure>',
  image: '![alone](/files/i "title")',
  images:
    '<div><figure><img src="/files/a" alt=""></figure><figure><img src="/files/b" alt=""></figure></div>',
  drawing: '<img class="drawing" src="/files/d" alt="">',
  file: '{% file src="/files/f" %}\nCaption\n{% endfile %}',
  fileAlone: '{% file src="/files/g" %}',
  embed: '{% embed url="https://example.com/v?a=1&b=2" %}\nCaption\n{% endembed %}',
  embedAlone: '{% embed url="https://example.com/w" %}',
  math: '$$\nx^2 \\\\\ny_1\n$$',
  details: '<details>\n\n<summary>Title</summary>\n\nBody\n\n</details>',
  tightDetails: '<details><summary>Title</summary>\nBody\n</details>',
  tabs: tagged('tabs', `${tagged('tab title="A"', 'a')}\n\n${tagged('tab title="B"', 'b')}`),
  stepper: tagged('stepper', `${tagged('step', '### One\n\ntext')}\n\n${tagged('step', 'two')}`),
  columns: tagged('columns', `${tagged('column width="50%"', 'left')}\n${tagged('column', 'right')}`),
  condition: tagged('if visitor.claims.a == "b"', 'Shown'),
  contentRef: tagged('content-ref url="/pages/p"', '[p](/pages/p)'),
  include: '{% include "/reusable-contents/r" %}',
  operation: tagged('openapi-operation spec="s" path="/a/{b}" method="get"', '[s](https://example.com)'),
  schemas: tagged('openapi-schemas spec="s" schemas="A,B" grouped="true"', '[s](https://example.com)'),
  webhook: tagged('openapi-webhook spec="s" name="n" method="post"', '[s](https://example.com)'),
  swagger: tagged(
    'swagger src="https://example.com/s.json" path="/a" method="get"',
    '[s](https://example.com)',
  ),
  integration: '{% @maker/block prop="v" other="1" %}',
  table: '| a | b |\n|:--|--:|\n| 1 | **2** |\n| `c\\|d` | |',
  bareTable: 'a | b\n- | -\n1 | 2',
  htmlTable:
    '<table data-view="cards"><thead><tr><th>T</th></tr></thead><tbody><tr><td>x</td></tr></tbody></table>',
  footnote: '[^n]: A note\n\n    of two paragraphs',
  definition: '[ref]: https://example.com/ref "Title"',
  html: '<div>\nsome *html*\n</div>',
  openHtml: '<section>\n\ninside\n\n</section>',
  comment: '<!-- a\n\ncomment -->',
  aligned: '<p align="center">in the <strong>middle</strong></p>',
  unknownTag: '{% unknown a="b" %}\ntext\n{% endunknown %}',
  unclosedTag: '{% hint style="info" %}\nnever closed',
  strayEnd: '{% endhint %}',
  brokenTag: '{% hint style= %}\nbroken\n{% endhint %}',
}

/** Functions that nest Markdown in another block. */
export const containers: Readonly<Record<string, (markdown: string) => string>> = {
  quote: (markdown) => linesOf(markdown, '> ', '> '),
  item: (markdown) => linesOf(markdown, '- ', '  '),
  orderedItem: (markdown) => linesOf(markdown, '12. ', '    '),
  task: (markdown) => `- [x] task\n\n${linesOf(markdown, '  ', '  ')}`,
  hint: (markdown) => tagged('hint style="warning"', markdown),
  tab: (markdown) => tagged('tabs', tagged('tab title="T"', markdown)),
  step: (markdown) => tagged('stepper', tagged('step', markdown)),
  column: (markdown) => tagged('columns', tagged('column', markdown)),
  condition: (markdown) => tagged('if visitor.claims.x', markdown),
  details: (markdown) => `<details>\n\n<summary>S</summary>\n\n${markdown}\n\n</details>`,
  footnote: (markdown) => `[^x]: Note\n\n${linesOf(markdown, '    ', '    ')}`,
  hintInItem: (markdown) => linesOf(tagged('hint style="info"', markdown), '1. ', '   '),
}

function tagged(head: string, body: string): string {
  return `{% ${head} %}\n${body}\n{% end${head.split(' ')[0]} %}`
}

function linesOf(markdown: string, first: string, others: string): string {
  return markdown
    .split('\n')
    .map((line, index) => `${index === 0 ? first : others}${line}`.trimEnd())
    .join('\n')
}
