/** The pattern of `Id` in the contract, which help and completion don't load. */
export const idPattern = '^[A-Za-z0-9_-]{1,64}$'

const form = new RegExp(idPattern)

/** Whether the API accepts the text as an ID. A title of one plain word can look like one, too. */
export const isId = (text: string): boolean => form.test(text)
