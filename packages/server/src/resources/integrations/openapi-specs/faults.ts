/** What is wrong with an OpenAPI document, in a sentence that says where, from the words of the validator. */
export function sentenceOf(message: string, path: string): string {
  const steps = path.split('/').slice(1).map(unescaped)
  const where = steps.length === 0 ? '' : `In ${steps.join(' › ')}: `
  const told = known.flatMap(([pattern, tell]) => {
    const match = pattern.exec(message)
    return match === null ? [] : [tell(match[1] ?? '')]
  })
  return `${where}${told[0] ?? `${message.replace(/\.$/, '')}.`}`
}

const known: readonly (readonly [RegExp, (what: string) => string])[] = [
  [/^must have required property '(.*)'$/, (what) => `“${what}” is missing.`],
  [/^Property (.*) is not expected to be here$/, (what) => `“${what}” is not allowed here.`],
  [/^must be equal to one of the allowed values: (.*)$/, (what) => `This must be one of: ${what}.`],
  [/oneOf must match exactly one schema/, () => 'This has none of the forms that are allowed here.'],
  [/^Can't resolve reference: (.*)$/, (what) => `“${what}” leads to nothing. Correct the reference.`],
  [
    /^Can't resolve external reference: (.*)$/,
    (what) => `“${what}” leads to no file. Correct the reference.`,
  ],
]

/** A step of a JSON pointer. */
function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}
