/** A call to the outside that did not end with an answer; its sentence may be shown to anybody. */
export class OutsideError extends Error {
  readonly reason: OutsideReason

  /** The cause may name addresses: it is for the log of whoever runs the server. */
  constructor(reason: OutsideReason, cause?: unknown) {
    super(sentences[reason], cause === undefined ? {} : { cause })
    this.reason = reason
  }
}

/** One sentence for each reason, so that none tells more about the network than its reason does. */
const sentences = {
  refused_address:
    'This address may not be called. Use the URL of a server on the public internet, ' +
    'or ask who runs this server to allow it.',
  unresolved: 'The name in this URL has no address. Check how it is written, or try again later.',
  timeout: 'The server took too long to answer. Try again later.',
  too_large: 'The answer is too large. Use a URL that answers with less.',
  too_many_redirects: 'This URL redirects too often. Use the one it leads to in the end.',
  invalid_url:
    'This URL cannot be called, or redirects to one that cannot. Use https or http (and after https ' +
    'no http), a port of web servers, and no user name or password.',
  failed:
    'The server could not be reached, or its answer not be read. Check the URL, the server and its ' +
    'certificate, and try again.',
} as const

export type OutsideReason = keyof typeof sentences
