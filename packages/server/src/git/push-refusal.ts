/** A push that is not accepted. Git shows the message in `! [remote rejected] main -> main (message)`. */
export class PushRefusal extends Error {
  override readonly name = 'PushRefusal'
}
