/** HTML built with `html`. Everything else that is inserted is text. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Nothing is drawn for `undefined` and `false`, so that `condition && html…` can be inserted. */
export type HtmlValue = string | number | undefined | false | Html | readonly (Html | undefined | false)[]

/** Inserted values are escaped for text and for attributes in double quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = parts[0] ?? ''
  for (let index = 0; index < values.length; index++) {
    text += htmlOf(values[index]) + (parts[index + 1] ?? '')
  }
  return new Html(text)
}

function htmlOf(value: HtmlValue): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.reduce((text, one) => text + htmlOf(one), '')
  return escaped(String(value))
}

/** Most text has nothing to escape. */
function escaped(text: string): string {
  return special.test(text) ? text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`) : text
}

const special = /[&<>"']/
