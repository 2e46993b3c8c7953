// Runs in every page before its own scripts, and keeps what can't be asked for afterwards.

const shifts = []
const reports = []

new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (hadRecentInput) continue
    const moved = sources.map(({ node }) => nameOf(node)).join(', ')
    shifts.push(`${value.toFixed(4)} by ${moved}`)
  }
}).observe({ type: 'layout-shift', buffered: true })

addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
  reports.push(`${effectiveDirective} blocks ${blockedURI || 'something inline'} of ${sourceFile}`),
)

function nameOf(node) {
  const element = node?.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement
  if (!element) return 'something that is gone'
  const kind = element.getAttribute('class')
  return `${element.localName}${kind ? `.${kind.split(' ')[0]}` : ''}`
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** Scrolls through the page, so that everything that loads late has loaded, and back. */
async function settle() {
  await document.fonts.ready
  const steps = Math.min(12, Math.ceil(document.documentElement.scrollHeight / innerHeight))
  for (let step = 1; step < steps; step++) {
    scrollTo(0, (document.documentElement.scrollHeight * step) / steps)
    await nextFrame()
  }
  await Promise.all([...document.images].filter(isShown).map((image) => image.decode().catch(() => {})))
  scrollTo(0, 0)
  await nextFrame()
  await nextFrame()
}

const isShown = (element) => element.checkVisibility({ visibilityProperty: true })

// Which controls the keyboard reaches.

const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
let remaining = new Set()

/** Begins to count: all controls that can be seen and used must be reached. */
function expectControls() {
  const all = [...document.querySelectorAll(controls)]
  remaining = new Set(all.filter((one) => one.tabIndex >= 0 && !one.disabled && isShown(one)))
  return remaining.size
}

/** The control with focus, and whether a reader sees that it has it. */
function reach() {
  const element = document.activeElement
  remaining.delete(element)
  const marked = [element, element.parentElement].some((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  })
  const { width, height } = element.getBoundingClientRect()
  return { name: labelOf(element), isBody: element === document.body, isMarked: marked && width * height > 0 }
}

const labelOf = (element) =>
  `${nameOf(element)} "${(element.ariaLabel ?? element.textContent).trim().replaceAll(/\s+/g, ' ').slice(0, 40)}"`

globalThis.proof = {
  seen: { shifts, reports },
  settle,
  expectControls,
  reach,
  missed: () => [...remaining].map(labelOf),
}
