import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** Streams that another process of ours opens. Each begins with its name, which nobody else can know. */
export interface ExpectedStreams {
  /** A socket without a file. */
  readonly address: string
  expect(): Expected
  close(): void
}

interface Expected {
  readonly name: string
  readonly opened: Promise<Socket>
  /** No longer expects it. */
  forget(): void
}

export async function expectStreams(): Promise<ExpectedStreams> {
  const expected = new Map<string, (socket: Socket) => void>()
  const server = createServer(async (socket) => {
    socket.on('error', () => {})
    const name = await nameOf(socket).catch(() => '')
    const open = expected.get(name)
    expected.delete(name)
    if (open) open(socket)
    else socket.destroy()
  })
  const address = `\0stemma-${randomUUID()}`
  server.listen(address)
  await once(server, 'listening')
  server.unref()
  return {
    address,
    expect() {
      const name = randomBytes(nameLength / 2).toString('hex')
      const opened = new Promise<Socket>((resolve) => expected.set(name, resolve))
      return { name, opened, forget: () => expected.delete(name) }
    },
    close: () => server.close(),
  }
}

const nameLength = 32

async function nameOf(socket: Socket): Promise<string> {
  const signal = AbortSignal.timeout(nameMs)
  for (;;) {
    const bytes: Buffer | null = socket.read(nameLength)
    if (bytes?.length === nameLength) return bytes.toString()
    if (socket.readableEnded) return ''
    await once(socket, 'readable', { signal })
  }
}

/** Whoever connects without a name is cut off. */
const nameMs = 10_000
