import type { ScaleSpace, TreeShape } from './spaces.ts'

/** The measurements of every round, by name and space. */
export type Figures = ReadonlyMap<string, readonly number[]>

export interface Measured {
  readonly figures: Figures
  /** Each shape in two sizes, the smaller first. */
  readonly spaces: readonly ScaleSpace[]
  /** The space with the same pages as the git repository. */
  readonly twin: ScaleSpace
}

export const shapes: readonly TreeShape[] = ['deep', 'flat']

/** Without a space, the figure is git's. */
export function nameOf(what: string, space?: ScaleSpace): string {
  return `${what} in ${space?.id ?? 'git'}`
}

export function median({ figures }: Pick<Measured, 'figures'>, what: string, space?: ScaleSpace): number {
  const values = figures.get(nameOf(what, space)) ?? []
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** How many times as much an operation costs in the larger space of a shape. */
export function sizeRatio(measured: Measured, what: string, shape: TreeShape): number {
  const [smaller, larger] = measured.spaces.filter((space) => space.shape === shape)
  return median(measured, what, larger) / median(measured, what, smaller)
}

export function shown(figure: number): string {
  return figure >= 1000 ? Math.round(figure).toLocaleString('en') : figure.toFixed(figure >= 100 ? 0 : 2)
}
