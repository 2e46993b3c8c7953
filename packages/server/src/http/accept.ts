/** Whether a client asks for Markdown at least as much as for HTML. Browsers never name it. */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('text/markdown')) return false
  const markdown = qualityOf(accept, 'text/markdown')
  return markdown > 0 && markdown >= qualityOf(accept, 'text/html')
}

/** From 0 to 1, as RFC 9110 defines it, for a type that is named itself. */
function qualityOf(accept: string, type: string): number {
  const named = typesIn(accept).find(({ name }) => name === type)
  if (named === undefined) return 0
  const quality = named.parameters.find((parameter) => parameter.startsWith('q='))
  return quality === undefined ? 1 : Number(quality.slice(2)) || 0
}

/** The types that `Accept` names, in its order. */
export function typesIn(accept: string) {
  return accept.split(',').map((one) => {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
    return { name, parameters }
  })
}
