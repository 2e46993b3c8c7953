import { BlockList, isIP, Socket } from 'node:net'

/** Records every connection that this process opens, and blocks those that leave the machine. */
export function watchDials(): { taken(): string[] } {
  let dials: string[] = []
  const { connect } = Socket.prototype
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
    const { path, host = '', port } = [given[0]].flat()[0] as Place
    dials.push(path ?? `${host} ${port}`)
    if (typeof path === 'string' || isOwn(host)) return Reflect.apply(connect, this, given)
    return this.destroy(new Error('No connection leaves this machine.'))
  }
  return {
    taken() {
      const taken = dials
      dials = []
      return taken
    },
  }
}

/** Arguments of `Socket.connect`. For absent values, some callers omit the field and some pass null. */
interface Place {
  readonly path?: string | null
  readonly host?: string
  readonly port?: number | string
}

function isOwn(host: string): boolean {
  return isIP(host) !== 0 && own.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6')
}

const own = new BlockList()
own.addSubnet('127.0.0.0', 8, 'ipv4')
own.addAddress('0.0.0.0', 'ipv4')
own.addAddress('::1', 'ipv6')
own.addAddress('::', 'ipv6')
