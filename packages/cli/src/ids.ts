/** The `Id` of the contract, which help and completion do not load. */
export const idPattern = '^[A-Za-z0-9_-]{1,64}$'

const form = new RegExp(idPattern)

/** Whether the API accepts it as an id; a title of one plain word can look like one, too. */
export const isId = (text: string): boolean => form.test(text)
