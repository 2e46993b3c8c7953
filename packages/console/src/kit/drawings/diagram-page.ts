/**
 * Runs in the page that draws diagrams, behind Mermaid itself (build/diagrams.ts). That page is a frame
 * without an origin, which may use inline styles and can neither read nor send anything: a drawing leaves it
 * as text, and the console shows it as a picture, in which nothing runs.
 */

/** What the console asks for. */
export interface DiagramRequest {
  readonly id: number
  readonly source: string
  readonly theme: 'light' | 'dark'
}

export type DiagramAnswer = { readonly id: number } & (Diagram | { readonly problem: string })

export interface Diagram {
  readonly svg: string
  readonly width: number
  readonly height: number
  /** What its author calls it, if anything. */
  readonly title: string
}

interface Mermaid {
  readonly initialize: (settings: object) => void
  readonly render: (id: string, source: string) => Promise<{ readonly svg: string }>
}

declare const mermaid: Mermaid

addEventListener('message', ({ source, ports: [port] }) => {
  if (source !== parent || port === undefined) return
  // One after the other: Mermaid has one set of settings.
  let last = Promise.resolve()
  port.onmessage = ({ data }: MessageEvent<DiagramRequest>) => {
    last = last.then(async () => port.postMessage({ id: data.id, ...(await draw(data)) }))
  }
})

async function draw({ id, source, theme }: DiagramRequest): Promise<Diagram | { readonly problem: string }> {
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      // Authors can't change these in their source.
      secure: [
        'secure',
        'securityLevel',
        'startOnLoad',
        'maxTextSize',
        'maxEdges',
        'htmlLabels',
        'fontFamily',
      ],
      suppressErrorRendering: true,
      // Pictures show HTML in some browsers only.
      htmlLabels: false,
      flowchart: { htmlLabels: false },
      fontFamily: 'system-ui, sans-serif',
      theme: theme === 'dark' ? 'dark' : 'default',
    })
    const { svg } = await mermaid.render(`diagram-${id}`, source)
    return toPicture(svg)
  } catch (error) {
    document.body.replaceChildren()
    return { problem: problemIn(error) }
  }
}

function problemIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'UnknownDiagramError'
    ? 'This kind of diagram is not known. Begin with one such as flowchart or sequenceDiagram.'
    : // Behind that, the parser lists every token that it knows.
      error.message.replace(/\nExpecting [^\n]*$/, '')
}

/** Mermaid adapts its drawing to the page around it. A picture has a size of its own. */
function toPicture(markup: string): Diagram {
  const holder = document.createElement('div')
  holder.innerHTML = markup
  const svg = holder.querySelector('svg')
  if (svg === null) throw new Error('The diagram is empty.')
  const { width, height } = svg.viewBox.baseVal
  svg.setAttribute('width', String(Math.ceil(width)))
  svg.setAttribute('height', String(Math.ceil(height)))
  svg.style.removeProperty('max-width')
  svg.style.removeProperty('background-color')
  const title = svg.querySelector(':scope > title')?.textContent ?? ''
  const drawn = new XMLSerializer().serializeToString(svg)
  return { svg: drawn, width: Math.ceil(width), height: Math.ceil(height), title }
}
