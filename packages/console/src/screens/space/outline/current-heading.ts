import { useEffect, useState } from 'react'
import type { Outlined } from './headings.ts'

/** A section is read as soon as its heading is in the upper part of the screen. */
const upperPart = 0.2

/** The heading above what is on the screen; -1 before the first. */
export function useCurrentHeading({ elementOf }: Outlined, count: number): number {
  const [current, setCurrent] = useState(-1)
  useEffect(() => {
    let frame = 0
    const wait = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        setCurrent(headingInView(elementOf, count))
      })
    }
    // Measured as soon as the text has its height, and whenever that changes.
    const growth = new ResizeObserver(wait)
    for (const part of document.querySelector('#main')?.children ?? []) growth.observe(part)
    const options = { capture: true, passive: true }
    document.addEventListener('scroll', wait, options)
    window.addEventListener('resize', wait)
    return () => {
      cancelAnimationFrame(frame)
      growth.disconnect()
      document.removeEventListener('scroll', wait, options)
      window.removeEventListener('resize', wait)
    }
  }, [elementOf, count])
  return current
}

function headingInView(elementOf: Outlined['elementOf'], count: number): number {
  const main = document.querySelector('#main')
  if (main === null) return -1
  const { top, height } = main.getBoundingClientRect()
  const isAtEnd = main.scrollTop > 0 && main.scrollTop + main.clientHeight >= main.scrollHeight - 2
  const line = top + height * (isAtEnd ? 1 : upperPart)
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isAbove(elementOf(middle), line)) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Where the whole group of blocks is above or below the line, nothing in it is laid out to be measured. */
function isAbove(heading: Element | undefined, line: number): boolean {
  const group = heading?.closest('.group')
  const { top, bottom } = group?.getBoundingClientRect() ?? { top: -Infinity, bottom: Infinity }
  if (bottom <= line || top > line) return bottom <= line
  return heading !== undefined && heading.getBoundingClientRect().top <= line
}
