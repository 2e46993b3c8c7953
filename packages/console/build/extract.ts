import { operations, reasons } from '@stemma/contract'

/**
 * The part of the contract that the console needs before a form is opened: how to call an operation, what to
 * call it in the palette, and who may. Schemas are the other nine tenths, and only types here.
 */
export function contractExtract(): string {
  const parts = Object.entries(operations).map(([id, { method, path, summary, access }]) => [
    id,
    { method, path, summary, access },
  ])
  return [
    `export const operations = ${JSON.stringify(Object.fromEntries(parts))}`,
    `export const reasons = ${JSON.stringify(reasons)}`,
  ].join('\n')
}
