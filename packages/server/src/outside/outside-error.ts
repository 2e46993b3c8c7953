/** An outgoing call without a response. Its message is safe to show to callers. */
export class OutsideError extends Error {
  readonly reason: OutsideReason

  /** The cause may contain private addresses, so it is only logged. */
  constructor(reason: OutsideReason, cause?: unknown) {
    super(sentences[reason], cause === undefined ? {} : { cause })
    this.reason = reason
  }
}

/** One message per reason, so that none reveals more about the network. */
const sentences = {
  refused_address:
    'The server is not allowed to call this URL. Use the URL of a server on the public internet, ' +
    'or ask the operator of this server to allow it.',
  unresolved: 'The host name in this URL has no address. Check its spelling, or try again later.',
  timeout: 'The server at this URL took too long to respond. Try again later.',
  too_large: 'The response is too large. Use a URL that returns less.',
  too_many_redirects: 'This URL redirects too often. Use the URL that it finally leads to.',
  invalid_url:
    'This URL is not allowed, or redirects to one that is not. Use https or http (no redirect from https ' +
    'to http), a port of web servers, and no user name or password.',
  failed:
    'The server at this URL could not be reached, or its response was not valid. Check the URL, the server ' +
    'and its certificate, and try again.',
} as const

export type OutsideReason = keyof typeof sentences
