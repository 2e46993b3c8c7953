/** A command in the index of a program: enough for an overview, and how to load the rest. */
export interface Entry<Context = unknown> {
  /** One word, or two words of which the first names a group. */
  readonly name: string
  /** Absent if the definition has it; an overview must then load the command. */
  readonly summary?: string
  /** Imports the definition, so that no command waits for the code of another. */
  readonly load: () => Promise<Definition<Context>>
}

/** A command with everything that its help, completion and reference need. */
export interface Command<Context = unknown> extends Definition<Context> {
  readonly name: string
  readonly summary: string
}

export interface Definition<Context = unknown> {
  readonly name?: string
  readonly summary?: string
  /** Details that follow the summary. */
  readonly more?: string
  /** Options that may also be given as positional arguments, in this order. */
  readonly takes?: readonly string[]
  /** Its own options; the program has the global ones. */
  readonly options: Options
  readonly examples?: readonly Example[]
  /** Returns the output and prints nothing itself, unless it runs until it is stopped. */
  run(options: object, context: Context): Promise<Result | undefined>
}

/** A task, and the command line for it. */
export type Example = readonly [task: string, line: string]

export type Options = Readonly<Record<string, Option>>

export interface Option {
  /** The placeholder for the value in help. An option without one is a boolean flag. */
  readonly value?: string
  readonly summary: string
  /** The only accepted values. */
  readonly choices?: readonly string[]
  /** Values for completion, if finding them is too slow for every start. */
  readonly suggest?: () => Promise<readonly string[]>
  /** The value if the option is not given. */
  readonly default?: string
  readonly required?: true
  /** Whether it may be given more than once. */
  readonly several?: true
}

export interface Result {
  /** The output with `--json`. */
  readonly data: unknown
  readonly text: string
  /** The exit code if the command prints output but did not succeed. */
  readonly code?: number
}

/** Types the options of a definition for its own `run`; other code doesn't need these types. */
export function commandsOf<Context>() {
  return <const O extends Options>(definition: Typed<O, Context>): Definition<Context> =>
    definition as Definition<Context>
}

/** Adds the definition to an entry of the index. */
export async function loadCommand<Context>({
  name,
  summary,
  load,
}: Entry<Context>): Promise<Command<Context>> {
  const definition = await load()
  return { ...definition, name, summary: summary ?? definition.summary ?? '' }
}

interface Typed<O extends Options, Context> extends Omit<Definition<Context>, 'options' | 'run' | 'takes'> {
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

/** The command line is invalid; the message says what to do instead. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
}
