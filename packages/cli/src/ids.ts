import { Id } from '@stemma/contract'

const { pattern = '' } = Id as { pattern?: string }
const form = new RegExp(pattern)

/** Whether it can stand where the API takes an id; a title can, too, if it is one plain word. */
export const isId = (text: string): boolean => form.test(text)
