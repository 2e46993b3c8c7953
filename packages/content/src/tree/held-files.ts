import { includesFolder } from './claims.ts'
import { isMarkdown, isSummary } from './names.ts'
import type { Tree } from './tree.ts'
import type { Held, TreeEdit } from './tree-edit.ts'
import { variablesPath } from './variables.ts'

/** What the paths of the new tree stand for. A file that was renamed stands for the same object. */
export function heldFiles(base: Tree, { written, renamed, removed }: TreeEdit, newId: NewIdAt) {
  const held = new Map<string, Held>()
  const known = new Map(base.entries.flatMap((entry) => ('id' in entry ? [[entry.path, entry]] : [])))
  const moved = new Set(renamed.values())
  for (const { kind, id, path } of known.values()) {
    if (!removed.has(path) && !moved.has(path)) held.set(path, { kind, id, path, before: path })
  }
  for (const path of [...renamed.keys(), ...written.keys()]) {
    const kind = kindOf(path)
    if (kind === undefined || held.has(path)) continue
    const old = known.get(renamed.get(path) ?? '')
    const isSame = old?.kind === kind
    held.set(path, {
      kind,
      path,
      id: isSame ? old.id : newId(path, kind),
      before: isSame ? old.path : undefined,
    })
  }
  return held
}

/** Files and reusable contents at a path that was not theirs in the base. */
export function arrivalsAmong(held: ReadonlyMap<string, Held>): ReadonlyMap<string, Held> {
  return new Map([...held].filter(([, { kind, path, before }]) => kind !== 'page' && path !== before))
}

type NewIdAt = (path: string, kind: Held['kind']) => string
export type IdAt = (path: string, kind: Held['kind']) => string | undefined

/** The IDs of new objects. One that the base has, or that was given before, is not given again. */
export function idsOf(base: Tree, newId: () => string, idAt: IdAt | undefined): NewIdAt {
  const taken = new Set(base.entries.flatMap((entry) => ('id' in entry ? [entry.id] : [])))
  return (path, kind) => {
    const known = idAt?.(path, kind)
    const id = known === undefined || taken.has(known) ? newId() : known
    taken.add(id)
    return id
  }
}

/** What a file stands for; undefined for tables of contents and variables. */
export function kindOf(path: string): Held['kind'] | undefined {
  if (path === variablesPath || isSummary(path)) return undefined
  if (!isMarkdown(path)) return 'file'
  return path.startsWith(includesFolder) ? 'reusable-content' : 'page'
}

/** The paths of the new tree. */
export function* pathsAfter(base: Tree, { written, renamed, removed }: TreeEdit): Generator<string> {
  const moved = new Set(renamed.values())
  const fresh = new Set([...written.keys(), ...renamed.keys()])
  for (const { path } of base.entries) {
    if (!removed.has(path) && !moved.has(path) && !fresh.has(path)) yield path
  }
  yield* fresh
}
