import { shownTheme, watchTheme } from '../../app/theme.ts'
import type { Answer } from './diagram-frame.ts'
import type { Diagram } from './diagram-page.ts'
import './diagrams.css'

/** Code in this language is a diagram. */
export const diagramSyntax = 'mermaid'

export interface DiagramView {
  readonly show: (source: string) => void
  readonly close: () => void
}

/**
 * Shows a diagram in an element, once that is near the window, in the theme of the console. It keeps its last
 * drawing while its source has an error, which is told below it.
 */
export function diagramIn(host: HTMLElement): DiagramView {
  const picture = document.createElement('img')
  const problem = document.createElement('p')
  problem.className = 'drawing-problem'
  problem.role = 'status'
  picture.hidden = true
  host.replaceChildren(picture, problem)
  let [source, asked, isNear, isFirst] = ['', '', false, true]
  const show = (answer: Answer, state: 'drawn' | 'fitted') => {
    if ('svg' in answer) showPicture(picture, answer)
    else if (answer.isPassing) asked = ''
    problem.textContent = 'svg' in answer ? '' : answer.problem
    host.dataset.state = state
  }
  const draw = async () => {
    const theme = shownTheme()
    const key = `${theme} ${source}`
    const known = source.trim() === '' ? empty : drawings.get(key)
    if (key === asked || (known === undefined && !isNear)) return
    asked = key
    if (known !== undefined) return show(known, 'drawn')
    const answer = await drawNow(source, theme)
    if (!('isPassing' in answer)) remember(key, answer)
    // If the source changed meanwhile, another drawing is on its way.
    if (key === asked) show(answer, isFirst && isInView(host) ? 'fitted' : 'drawn')
  }
  const stop = watchPlace(host, {
    onNear(next) {
      isNear = next
      void draw()
    },
    onGone() {
      if (host.dataset.state === 'fitted') host.dataset.state = 'drawn'
    },
  })
  const unwatch = watchTheme(() => void draw())
  return {
    show(next) {
      isFirst = source === ''
      source = next
      // Until it is drawn, about as much place is kept as it will need.
      host.style.setProperty('--lines', String(source.trim().split('\n').length))
      void draw()
    },
    close() {
      stop()
      unwatch()
    },
  }
}

const empty: Answer = { problem: 'The diagram is empty.' }

/** An image runs nothing and loads nothing. */
function showPicture(picture: HTMLImageElement, { svg, width, height, title }: Diagram) {
  picture.width = width
  picture.height = height
  picture.alt = title ? `Diagram: ${title}` : 'Diagram of the code above'
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  picture.hidden = false
}

/** The newest drawings: somebody who goes on from reading to writing sees them at once. */
const drawings = new Map<string, Answer>()
const drawingsMax = 50

function remember(key: string, answer: Answer) {
  drawings.set(key, answer)
  for (const oldest of drawings.keys()) if (drawings.size > drawingsMax) drawings.delete(oldest)
}

async function drawNow(source: string, theme: 'light' | 'dark'): Promise<Answer> {
  try {
    const { drawDiagram } = await import('./diagram-frame.ts')
    return await drawDiagram(source, theme)
  } catch {
    // The network is gone.
    return { problem: 'The diagram could not be drawn. Check the network.', isPassing: true }
  }
}

interface PlaceHandlers {
  /** Whether the element is less than a window away. */
  readonly onNear: (isNear: boolean) => void
  /** Nobody sees the element any more. */
  readonly onGone: () => void
}

function watchPlace(element: Element, { onNear, onGone }: PlaceHandlers) {
  const isInside = (entries: readonly IntersectionObserverEntry[]) => entries.at(-1)?.isIntersecting === true
  // The text scrolls inside of the window, so the margin is one of whatever scrolls, too.
  const margin = { rootMargin: '100% 0px', scrollMargin: '100% 0px' }
  const near = new IntersectionObserver((entries) => onNear(isInside(entries)), margin)
  const seen = new IntersectionObserver((entries) => isInside(entries) || onGone())
  near.observe(element)
  seen.observe(element)
  return () => {
    near.disconnect()
    seen.disconnect()
  }
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top < innerHeight && bottom > 0
}
