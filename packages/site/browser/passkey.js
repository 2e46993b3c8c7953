// Signs in with a passkey, on the pages of the server. Loaded before they are drawn, so that nothing moves.

const canAsk = 'parseRequestOptionsFromJSON' in (globalThis.PublicKeyCredential ?? {})
const canSend = 'toJSON' in (globalThis.PublicKeyCredential?.prototype ?? {})

/** What a passkey signs is in the page, or asked for when it is needed, because it is valid for minutes. */
const askedIn = async (form) => {
  const { options, ask } = form.dataset
  if (options !== '') return { options: JSON.parse(options) }
  const body = new URLSearchParams({ token: form.elements.token.value })
  const answer = await fetch(ask, { method: 'POST', body })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  return answer.json()
}

const sign = async (form) => {
  const { options, ...fields } = await askedIn(form)
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey })
  for (const [name, value] of Object.entries(fields)) form.elements[name].value = value
  form.elements.credential.value = JSON.stringify(credential)
  form.submit()
}

const listen = (form) => {
  const [button, problem] = [form.querySelector('button'), form.querySelector('[role=alert]')]
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.ariaDisabled === 'true') return
    button.ariaDisabled = 'true'
    problem.hidden = true
    try {
      await sign(form)
    } catch {
      problem.hidden = false
      problem.textContent = form.dataset.problem
    }
    button.ariaDisabled = null
  })
}

if (canAsk && canSend) {
  document.documentElement.dataset.passkeys = ''
  addEventListener('DOMContentLoaded', () => document.querySelectorAll('form.passkey').forEach(listen))
}
