// Improves pages that already work without it. One module, no dependencies, served as it is.

const root = document.documentElement
const one = (selector, within = document) => within.querySelector(selector)
const all = (selector, within = document) => [...within.querySelectorAll(selector)]

/** Storage may be forbidden, and then nothing is remembered. */
const remember = (name, value) => {
  try {
    localStorage.setItem(`stemma:${name}`, value)
  } catch {}
}
const recall = (name) => {
  try {
    return localStorage.getItem(`stemma:${name}`)
  } catch {
    return null
  }
}

// The server escapes what it draws; everything that becomes HTML here comes from it.
const policy = globalThis.trustedTypes?.createPolicy('stemma', { createHTML: (text) => text })
const setHtml = (element, text) => {
  element.innerHTML = policy ? policy.createHTML(text) : text
}

// What buttons with `data-do` do.

const isDark = () => {
  const chosen = root.dataset.theme
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

/** The frame of an API has no origin, so it can't know what the reader chose. */
const colorFrames = () => {
  for (const frame of all('.openapi-call > iframe'))
    frame.src = `${frame.src.split('#')[0]}#${isDark() ? 'dark' : 'light'}`
}
colorFrames()

const actions = {
  theme() {
    root.dataset.theme = isDark() ? 'light' : 'dark'
    remember('theme', root.dataset.theme)
    colorFrames()
  },
  close(button) {
    remember('closed', button.dataset.id)
    button.parentElement.remove()
  },
  'close-search': () => dialog.close(),
  async 'copy-code'(button) {
    const lines = one('pre', button.parentElement).textContent
    await copy(button, lines.replace(/\n$/, ''))
  },
  async 'copy-page'(button) {
    const response = await fetch(button.dataset.from)
    if (response.ok) await copy(button, await response.text())
  },
}

async function copy(button, text) {
  await navigator.clipboard.writeText(text)
  const label = one('span', button)
  const before = label?.textContent
  button.dataset.copied = ''
  if (label && button.dataset.done) label.textContent = button.dataset.done
  setTimeout(() => {
    delete button.dataset.copied
    if (label) label.textContent = before
  }, 1500)
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-do]')
  if (button) actions[button.dataset.do]?.(button)
})

// What other websites show is loaded when the reader asks for it, and in the place of its card.

const embedRights = 'allow-scripts allow-same-origin allow-popups allow-forms allow-presentation'

document.addEventListener('click', (event) => {
  const card = event.target.closest('[data-embed]')
  if (!card || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const { embed, embedTitle, embedHeight } = card.dataset
  const frame = document.createElement('iframe')
  frame.className = 'card-frame'
  frame.title = embedTitle
  if (embedHeight) frame.height = embedHeight
  frame.setAttribute('sandbox', embedRights)
  frame.allow = 'fullscreen; picture-in-picture; clipboard-write'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.src = embed
  card.replaceWith(frame)
  frame.focus()
})

// Feedback is sent without leaving the page.

const feedback = one('.feedback')
feedback?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const body = new URLSearchParams(new FormData(feedback, event.submitter))
  const response = await fetch(feedback.action, { method: 'POST', body, redirect: 'manual' }).catch(
    () => undefined,
  )
  if (!response || response.status >= 400) return
  const thanks = document.createElement('p')
  thanks.setAttribute('role', 'status')
  thanks.tabIndex = -1
  feedback.replaceChildren(thanks)
  thanks.textContent = feedback.dataset.done
  thanks.focus()
})

// What changed since the last visit: when that was, and what the page said then, only this browser knows.

const earlier = one('.earlier')
if (earlier) {
  const { page, version, before, after, said } = earlier.dataset
  const { [page]: known, ...others } = JSON.parse(recall('visits') ?? '{}')
  const now = Date.now()
  // Opening the page again soon is the same visit.
  const going = known?.until > now ? known.from : undefined
  const from = known && known.version !== version ? known.at : going
  if (from) {
    earlier.href = `${before}${new Date(from).toISOString().slice(0, 16)}Z${after}`
    earlier.textContent = said
    earlier.dataset.new = ''
  }
  const visit = { at: now, version, ...(from && { from, until: now + 30 * 60_000 }) }
  const kept = [...Object.entries(others), [page, visit]].slice(-200)
  remember('visits', JSON.stringify(Object.fromEntries(kept)))
}

const merges = all('[data-merged]')
if (merges.length) {
  const last = recall('changes')
  for (const merge of merges) if (last && merge.dataset.merged > last) merge.dataset.new = ''
  remember('changes', new Date().toISOString())
}

// Search.

const dialog = one('dialog.search')
const input = dialog && one('input', dialog)
const results = dialog && one('.results', dialog)
const status = dialog && one('.search-status', dialog)
let asked = ''
let request
let settling

function openSearch() {
  if (dialog.open) return
  for (const menu of all(':popover-open')) menu.hidePopover()
  dialog.showModal()
  input.select()
}

async function search() {
  const query = input.value.trim()
  if (query === asked) return
  asked = query
  request?.abort()
  if (query === '') return show('')
  request = new AbortController()
  const { signal } = request
  clearTimeout(settling)
  settling = setTimeout(
    () => fetch(`${input.form.action}?fragment=1&settled=1&q=${encodeURIComponent(query)}`).catch(() => {}),
    1500,
  )
  try {
    const url = `${input.form.action}?fragment=1&q=${encodeURIComponent(query)}`
    const response = await fetch(url, { signal })
    if (!response.ok) throw new Error(response.statusText)
    show(await response.text())
  } catch {
    if (!signal.aborted) show('', dialog.dataset.failed)
  }
}

function show(text, said = '') {
  setHtml(results, text)
  const summary = one('[data-status]', results)
  summary?.remove()
  status.textContent = summary?.textContent ?? said
  choose(one('[role=option]', results))
}

function choose(option) {
  for (const other of all('[role=option]', results))
    other.setAttribute('aria-selected', String(other === option))
  input.setAttribute('aria-expanded', String(option !== null && option !== undefined))
  if (option) input.setAttribute('aria-activedescendant', option.id)
  else input.removeAttribute('aria-activedescendant')
  option?.scrollIntoView({ block: 'nearest' })
}

if (dialog) {
  const isMac = /mac|iphone|ipad/i.test(navigator.platform)
  for (const key of all('.find kbd, .ask kbd')) if (isMac) key.textContent = '⌘ K'

  let timer
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(search, 120)
  })
  input.addEventListener('keydown', (event) => {
    const options = all('[role=option]', results)
    const at = options.findIndex((option) => option.getAttribute('aria-selected') === 'true')
    // Browsers would only empty the field.
    if (event.key === 'Escape') {
      event.preventDefault()
      dialog.close()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && options.length > 0) {
      event.preventDefault()
      choose(options[(at + step + options.length) % options.length])
    }
    if (event.key === 'Enter' && options[at] && input.value.trim() === asked) {
      event.preventDefault()
      options[at].click()
    }
  })
  // A link to a part of this page doesn't leave it.
  results.addEventListener('click', (event) => event.target.closest('a') && dialog.close())
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close())
  document.addEventListener('click', (event) => {
    if (!event.target.closest('.find') || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    openSearch()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest?.('input, textarea, select, [contenteditable]')
    const isShortcut = event.key === 'k' && (event.metaKey || event.ctrlKey)
    if (!isShortcut && (event.key !== '/' || isTyping)) return
    event.preventDefault()
    openSearch()
  })
}

// Tabs: those with the same title switch together, on this page and on the next ones.

function chooseTab(list, title) {
  const tabs = all('[role=tab]', list)
  const chosen = tabs.find((tab) => tab.textContent === title)
  if (!chosen) return
  for (const tab of tabs) {
    const isChosen = tab === chosen
    const panel = document.getElementById(tab.getAttribute('aria-controls'))
    tab.setAttribute('aria-selected', String(isChosen))
    tab.tabIndex = isChosen ? 0 : -1
    panel.toggleAttribute('data-shown', isChosen)
    if (isChosen) panel.removeAttribute('hidden')
    else panel.setAttribute('hidden', 'until-found')
  }
}

const lists = all('[role=tablist]')
const titles = new Set(JSON.parse(recall('tabs') ?? '[]'))

function pickTab(tab) {
  const list = tab.closest('[role=tablist]')
  // Other tabs above may become taller: what the reader clicked stays where it is.
  const top = list.getBoundingClientRect().top
  for (const other of lists) chooseTab(other, tab.textContent)
  scrollBy(0, list.getBoundingClientRect().top - top)
  for (const sibling of all('[role=tab]', list)) titles.delete(sibling.textContent)
  titles.add(tab.textContent)
  remember('tabs', JSON.stringify([...titles].slice(-30)))
}

for (const list of lists) {
  const tabs = all('[role=tab]', list)
  const known = tabs.find((tab) => titles.has(tab.textContent)) ?? tabs[0]
  if (known) chooseTab(list, known.textContent)
  list.addEventListener('click', (event) => {
    const tab = event.target.closest('[role=tab]')
    if (tab) pickTab(tab)
  })
  list.addEventListener('keydown', (event) => {
    const way = getComputedStyle(list).direction === 'rtl' ? -1 : 1
    const at = tabs.indexOf(event.target)
    const next = { ArrowRight: at + way, ArrowLeft: at - way, Home: 0, End: tabs.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const tab = tabs[(next + tabs.length) % tabs.length]
    pickTab(tab)
    tab.focus()
  })
  for (const tab of tabs) {
    const panel = document.getElementById(tab.getAttribute('aria-controls'))
    panel?.addEventListener('beforematch', () => pickTab(tab))
  }
}

// The outline marks the part that is being read, and closes on a phone after a choice.

const links = new Map(all('.outline a').map((link) => [decodeURIComponent(link.hash.slice(1)), link]))
const visible = new Set()
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) visible[isIntersecting ? 'add' : 'delete'](target.id)
    const first = [...links.keys()].find((id) => visible.has(id))
    if (first === undefined) return
    for (const [id, link] of links) {
      if (id === first) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  },
  { rootMargin: '-100px 0px -60% 0px' },
)
for (const id of links.keys()) {
  const heading = document.getElementById(id)
  if (heading) observer.observe(heading)
}
one('.outline')?.addEventListener('click', (event) => {
  const outline = event.currentTarget
  if (event.target.closest('a') && outline.matches(':popover-open')) outline.hidePopover()
})

// A long page tree begins at the page that is shown.

const side = one('.side')
const here = side && one('[aria-current=page]', side)
function revealHere() {
  const [box, item] = [side.getBoundingClientRect(), here.getBoundingClientRect()]
  if (item.bottom > box.bottom - 40) side.scrollTop += item.top - box.top - box.height / 2
}
if (here) {
  revealHere()
  side.addEventListener('toggle', revealHere)
}
