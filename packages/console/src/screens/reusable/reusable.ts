/** How to show a reusable content in a page. */
export function includeOf(id: string): string {
  return `{% include "/reusable-contents/${id}" %}`
}

/** How to write a variable in a page. Only names like those of code can be written there. */
export function expressionOf(name: string): string | undefined {
  return /^[A-Za-z_]\w*$/.test(name) ? `<code class="expression">space.vars.${name}</code>` : undefined
}

/** As many texts as are drawn at once. */
export const textsAtFirst = 5
