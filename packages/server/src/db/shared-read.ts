/**
 * Lets reads with the same name share one statement. It is sent after all of them were requested, so nobody
 * gets what was true only before that. While one is on its way, later reads wait for it and share the next.
 */
export function sharedRead<T>(): (name: string, read: () => Promise<T>) => Promise<T> {
  const waiting = new Map<string, Promise<T>>()
  const sent = new Map<string, Promise<void>>()
  const send = (name: string, read: () => Promise<T>) => {
    waiting.delete(name)
    const answer = read()
    const end = () => {
      if (sent.get(name) === ended) sent.delete(name)
    }
    const ended: Promise<void> = answer.then(end, end)
    sent.set(name, ended)
    return answer
  }
  return (name, read) => {
    const known = waiting.get(name)
    if (known !== undefined) return known
    const before = sent.get(name) ?? new Promise<void>((resolve) => setImmediate(resolve))
    const shared = before.then(() => send(name, read))
    waiting.set(name, shared)
    return shared
  }
}
