/** One command of a program, as data: its help, its completion and its reference are made from this. */
export interface Command<Context = unknown> {
  /** One word, or two of which the first names a group. */
  readonly name: string
  readonly summary: string
  /** What the summary has no room for. */
  readonly more?: string
  /** Options that may also be given without their names, in this order. */
  readonly takes?: readonly string[]
  /** Its own options; those of all commands are in the program. */
  readonly options: Options
  readonly examples?: readonly Example[]
  /** It gives back what is to be shown, and prints nothing itself, unless it runs until it is stopped. */
  run(options: object, context: Context): Promise<Result | undefined>
}

/** What somebody wants, and the line that does it. */
export type Example = readonly [want: string, line: string]

export type Options = Readonly<Record<string, Option>>

export interface Option {
  /** What stands for the value in the help; an option without one is a switch. */
  readonly value?: string
  readonly summary: string
  /** The only values it takes. */
  readonly choices?: readonly string[]
  /** What it is when it is not given. */
  readonly default?: string
  readonly required?: true
  /** It may be given more than once. */
  readonly several?: true
}

export interface Result {
  /** What `--json` shows. */
  readonly data: unknown
  readonly text: string
  /** Where it is shown and yet not what was wanted. */
  readonly code?: number
}

/** Tells commands the types of their options, which nobody else needs to know. */
export function commandsOf<Context>() {
  return <const O extends Options>(command: Defined<O, Context>): Command<Context> =>
    command as Command<Context>
}

interface Defined<O extends Options, Context> extends Omit<Command<Context>, 'options' | 'run' | 'takes'> {
  readonly options: O
  readonly takes?: readonly NoInfer<keyof O>[]
  run(options: Given<O>, context: Context): Promise<Result | undefined>
}

export type Given<O extends Options> = {
  readonly [Name in keyof O as IsSure<O[Name]> extends true ? Name : never]: ValueOf<O[Name]>
} & {
  readonly [Name in keyof O as IsSure<O[Name]> extends true ? never : Name]?: ValueOf<O[Name]>
}

type IsSure<O extends Option> = O extends { readonly required: true } | { readonly default: string }
  ? true
  : false
type ValueOf<O extends Option> = O extends { readonly several: true } ? readonly OneOf<O>[] : OneOf<O>
type OneOf<O extends Option> = O extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : O extends { readonly value: string }
    ? string
    : boolean

/** The command line cannot be followed; the message says what to do instead. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
}
