// Sends the request that a form describes, and shows what comes back. Served as it is, to a frame without an origin.

const form = document.querySelector('form')
const output = document.querySelector('output')

const textMax = 200_000

/** The page around the frame knows which colours the reader chose. */
const takeColors = () => {
  document.documentElement.dataset.theme = location.hash === '#dark' ? 'dark' : 'light'
}
takeColors()
addEventListener('hashchange', takeColors)

/** What the fields of one place have, without those that are empty. */
const pairsIn = (place) =>
  [...form.querySelectorAll(`[data-in="${place}"]`)]
    .filter(({ value }) => value !== '')
    .flatMap((field) => {
      const values = 'each' in field.dataset ? field.value.split(',').map((one) => one.trim()) : [field.value]
      return values.map((value) => [field.name, valueIn(field, value)])
    })

const valueIn = ({ dataset }, value) => {
  if ('basic' in dataset) return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`
  return `${dataset.before ?? ''}${value}`
}

const urlOf = () => {
  const filled = pairsIn('path').reduce(
    (url, [name, value]) => url.replaceAll(`{${name}}`, encodeURIComponent(value)),
    form.dataset.url,
  )
  const url = new URL(filled)
  for (const [name, value] of pairsIn('query')) url.searchParams.append(name, value)
  return url
}

/** A form in several parts gets its type, with the boundary, from the browser. */
const bodyOf = () => {
  const field = form.querySelector('textarea')
  if (field !== null) return field.value === '' ? {} : { body: field.value, type: field.dataset.type }
  const [simple, parts] = [pairsIn('form'), pairsIn('parts')]
  if (simple.length > 0) return { body: new URLSearchParams(simple) }
  if (parts.length === 0) return {}
  const body = new FormData()
  for (const [name, value] of parts) body.append(name, value)
  return { body }
}

const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

/** JSON is easier to read with lines. */
const readable = (text, type) => {
  try {
    return /json/.test(type) ? JSON.stringify(JSON.parse(text), null, 2) : text
  } catch {
    return text
  }
}

const tones = { 2: 'success', 3: 'info', 4: 'warning', 5: 'danger' }

const show = async (response, milliseconds) => {
  const text = await response.text()
  const tone = tones[String(response.status)[0]] ?? 'info'
  const status = element('span', { className: `openapi-status tone-${tone}` }, String(response.status))
  const size = `${Math.round(milliseconds)} ms, ${new Blob([text]).size.toLocaleString()} B`
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\n`)
  const body = readable(text.slice(0, textMax), response.headers.get('content-type') ?? '')
  output.replaceChildren(
    element('p', {}, status, ' ', response.statusText, ' ', element('small', {}, size)),
    element('pre', { tabIndex: 0 }, element('code', {}, [...headers, '\n', body].join(''))),
  )
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = form.querySelector('button')
  if (button.ariaBusy === 'true') return
  button.ariaBusy = 'true'
  const start = performance.now()
  try {
    const { body, type } = bodyOf()
    const headers = new Headers(pairsIn('header'))
    if (type !== undefined) headers.set('content-type', type)
    const { method } = form.dataset
    await show(
      await fetch(urlOf(), { method, headers, body, credentials: 'omit' }),
      performance.now() - start,
    )
  } catch (error) {
    output.replaceChildren(
      element('p', { role: 'alert' }, form.dataset.failed, ' ', element('small', {}, error.message)),
    )
  } finally {
    button.ariaBusy = null
    output.scrollIntoView({ block: 'nearest' })
  }
})
