/** An object anywhere in a document, with unknown contents. */
export type Tree = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function recordIn(tree: Tree, key: string): Tree {
  const value = Object.hasOwn(tree, key) ? tree[key] : undefined
  return isRecord(value) ? value : {}
}

export function listIn(tree: Tree, key: string): readonly unknown[] {
  const value = Object.hasOwn(tree, key) ? tree[key] : undefined
  return Array.isArray(value) ? value : []
}

/** Resolves references between files, keyed by URL. Pointers without a URL refer to the first file. */
export function resolver(files: Tree) {
  const [first, root] = Object.entries(files)[0] ?? ['', {}]
  const homes = new WeakMap<object, string>()
  for (const [address, file] of Object.entries(files)) settle(file, address, homes)
  const targetOf = (reference: string, from: object) => {
    const [prefix = '', pointer = ''] = reference.split('#', 2)
    const home = homes.get(from) ?? first
    const address = prefix === '' ? home : addressOf(prefix, home)
    return { address, pointer, value: stepInto(files[address], pointer) }
  }
  return {
    root: isRecord(root) ? root : {},
    /** The part, or the final target of its references. Undefined if that isn't an object. */
    at(part: unknown): Tree | undefined {
      let value = part
      for (let steps = 0; isRecord(value) && typeof value.$ref === 'string'; steps++) {
        if (steps > referencesMax) return undefined
        value = targetOf(value.$ref, value).value
      }
      return isRecord(value) ? value : undefined
    },
    /** The target of a part's reference, if it has one. Targets in other files include their URL. */
    pointerOf(part: unknown): string | undefined {
      if (!isRecord(part) || typeof part.$ref !== 'string') return undefined
      const { address, pointer } = targetOf(part.$ref, part)
      return address === first ? pointer : `${address}#${pointer}`
    },
  }
}

const referencesMax = 100

/** Resolves the URL of a reference relative to the file that contains it. */
export function addressOf(prefix: string, home: string): string {
  return URL.parse(prefix, home)?.href ?? prefix
}

/** Records which file each part belongs to. */
function settle(part: unknown, address: string, homes: WeakMap<object, string>) {
  if (typeof part !== 'object' || part === null) return
  homes.set(part, address)
  for (const value of Object.values(part)) settle(value, address, homes)
}

function stepInto(file: unknown, pointer: string): unknown {
  let value = file
  for (const step of pointer.split('/').slice(1)) {
    const key = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Tree)[key]
  }
  return value
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
