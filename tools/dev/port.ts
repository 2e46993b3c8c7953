import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns a free port on the loopback interface: the wanted one if possible, otherwise any. */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer()
  try {
    await once(server.listen(wanted, '127.0.0.1'), 'listening')
    return (server.address() as { port: number }).port
  } catch (error) {
    if (wanted === 0) throw error
    return freePort()
  } finally {
    server.close()
  }
}
