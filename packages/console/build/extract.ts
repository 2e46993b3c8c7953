import { fileBytesMax, type Operation, operations, passwordLength, reasons } from '@stemma/contract'
import { forms } from '../src/screens/run/schemas.ts'
import { codeThemes } from '../src/screens/sites/look/code-themes.ts'

/**
 * The part of the contract that the console needs before a form is opened: how to call an operation, what to
 * call it in the palette, and who may. Schemas are the other nine tenths, and only types here.
 */
export function contractExtract(): string {
  const parts = Object.entries<Operation>(operations).map(([id, operation]) => {
    const { method, path, summary, access, streams } = operation
    return [id, { method, path, summary, access, streams }]
  })
  return [
    `export const operations = ${JSON.stringify(Object.fromEntries(parts))}`,
    `export const reasons = ${JSON.stringify(reasons)}`,
    `export const fileBytesMax = ${fileBytesMax}`,
    `export const passwordLength = ${JSON.stringify(passwordLength)}`,
  ].join('\n')
}

/** The rest of it, for the forms of operations. */
export function contractForms(): string {
  return `export const forms = ${JSON.stringify(forms)}`
}

/** The names of themes, which are one value of the contract. */
export function contractThemes(): string {
  return `export const codeThemes = ${JSON.stringify(codeThemes)}`
}
