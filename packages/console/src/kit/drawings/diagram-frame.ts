import { consoleUrl } from '../../app/base.ts'
import type { Diagram, DiagramAnswer, DiagramRequest } from './diagram-page.ts'

/** A problem that may be gone the next time is not one of the diagram. */
export type Answer = Diagram | { readonly problem: string; readonly isPassing?: true }

/** The frame is asked for the first diagram, and serves all others. */
let opened: Promise<Frame> | undefined
let newest = 0

const answerMs = 30_000
const failed: Answer = {
  problem: 'The diagram could not be drawn. Reload the page to try again.',
  isPassing: true,
}

/** Draws a diagram, in a frame that has no access to the console. */
export async function drawDiagram(source: string, theme: 'light' | 'dark'): Promise<Answer> {
  opened ??= openFrame()
  const frame = await opened
  const id = ++newest
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      // A frame that doesn't answer, or was never loaded, makes place for another.
      frame.close()
      opened = undefined
      resolve(failed)
    }, answerMs)
    frame.ask({ id, source, theme }, (answer) => {
      clearTimeout(timer)
      resolve(answer)
    })
  })
}

interface Frame {
  readonly ask: (request: DiagramRequest, onAnswer: (answer: Answer) => void) => void
  readonly close: () => void
}

async function openFrame(): Promise<Frame> {
  const iframe = document.createElement('iframe')
  iframe.className = 'diagram-frame'
  iframe.title = 'Draws diagrams'
  iframe.tabIndex = -1
  iframe.ariaHidden = 'true'
  iframe.sandbox.add('allow-scripts')
  iframe.src = new URL('diagrams.html', consoleUrl).href
  await new Promise((resolve) => {
    iframe.addEventListener('load', resolve)
    document.body.append(iframe)
  })
  const { port1, port2 } = new MessageChannel()
  const waiting = new Map<number, (answer: Answer) => void>()
  port1.onmessage = ({ data }: MessageEvent<DiagramAnswer>) => {
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  }
  // The frame has no origin that could be named here. Nothing is said but where it is asked.
  iframe.contentWindow?.postMessage('', '*', [port2])
  return {
    ask(request, onAnswer) {
      waiting.set(request.id, onAnswer)
      port1.postMessage(request)
    },
    close: () => iframe.remove(),
  }
}
