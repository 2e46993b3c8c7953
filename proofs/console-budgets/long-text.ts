/** A page as people write them: mostly paragraphs, with headings, lists, code, tables and hints between. */
export function longText(blocks: number): string {
  return Array.from({ length: blocks }, (_, at) => blockAt(at)).join('\n\n')
}

function blockAt(at: number): string {
  const link = `[a link](https://example.com/${at})`
  const words = `Paragraph ${at} of a page that is **long**, with \`code\` and ${link}.`
  if (at % 10 === 0) return `## Heading ${at}`
  if (at % 10 === 3) return `- one of ${at}\n- two of ${at}\n- three of ${at}`
  if (at % 20 === 5) return `\`\`\`js\nconst answer = ${at}\nconsole.log(answer)\n\`\`\``
  if (at % 50 === 7) return `| Name | Value |\n| --- | --- |\n| a | ${at} |\n| b | ${at} |`
  if (at % 50 === 27) return `{% hint style="info" %}\nRemember ${at}.\n{% endhint %}`
  return `${words} It goes on for a while, so that it takes more than one line on the screen of its reader.`
}
