import type { Role } from '@stemma/contract'

/** The default level in responses: the object's own or, if it inherits, the resulting one. */
export function shownLevel({ inherits, defaultLevel, inheritedLevel }: LevelRow) {
  if (!inherits) return { defaultLevel, defaultLevelInherited: false }
  const level = inheritedLevel === 'none' ? null : (inheritedLevel as Role | null)
  return { defaultLevel: level, defaultLevelInherited: true }
}

/** Converts a default level from a request to the columns of the row. */
export function storedLevel(level: Role | 'inherit' | null) {
  return level === 'inherit'
    ? { inherits: true, default_level: null }
    : { inherits: false, default_level: level }
}

interface LevelRow {
  readonly inherits: boolean
  readonly defaultLevel: Role | null
  readonly inheritedLevel: string | null
}
