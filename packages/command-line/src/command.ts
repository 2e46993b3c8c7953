/** A command in the table of contents of a program: enough for an overview, and the way to the rest. */
export interface Entry<Context = unknown> {
  /** One word, or two of which the first names a group. */
  readonly name: string
  /** Absent where the definition has it: then an overview has to load the command. */
  readonly summary?: string
  /** Imports the definition, so that no command waits for the code of another. */
  readonly load: () => Promise<Definition<Context>>
}

/** A command with everything its help, its completion and its reference need. */
export interface Command<Context = unknown> extends Definition<Context> {
  readonly name: string
  readonly summary: string
}

export interface Definition<Context = unknown> {
  readonly name?: string
  readonly summary?: string
  /** Details that follow the summary. */
  readonly more?: string
  /** Options that may also be given without their names, in this order. */
  readonly takes?: readonly string[]
  /** Its own options; those of all commands are in the program. */
  readonly options: Options
  readonly examples?: readonly Example[]
  /** Returns the output and prints nothing itself, unless it runs until it is stopped. */
  run(options: object, context: Context): Promise<Result | undefined>
}

/** A task, and the line that does it. */
export type Example = readonly [task: string, line: string]

export type Options = Readonly<Record<string, Option>>

export interface Option {
  /** What stands for the value in the help; an option without one is a switch. */
  readonly value?: string
  readonly summary: string
  /** The only values it takes. */
  readonly choices?: readonly string[]
  /** Values that completion offers, where finding them is too slow for every start. */
  readonly suggest?: () => Promise<readonly string[]>
  /** The value when the option is not given. */
  readonly default?: string
  readonly required?: true
  /** It may be given more than once. */
  readonly several?: true
}

export interface Result {
  /** What `--json` shows. */
  readonly data: unknown
  readonly text: string
  /** The exit code, where the output is shown and yet the command did not succeed. */
  readonly code?: number
}

/** Tells commands the types of their options, which nobody else needs to know. */
export function commandsOf<Context>() {
  return <const O extends Options>(definition: Typed<O, Context>): Definition<Context> =>
    definition as Definition<Context>
}

/** Adds the definition to an entry of the table of contents. */
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

/** The command line cannot be followed; the message says what to do instead. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
}
