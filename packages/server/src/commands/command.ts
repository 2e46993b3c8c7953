/** One command of the operator. */
export interface Command {
  readonly name: string
  readonly summary: string
  /** What may stand after the name, without the dashes of an option; it comes as `argument`. */
  readonly argument?: { readonly value: string; readonly summary: string }
  /** Its own options; `--json` and `--help` belong to all. */
  readonly options: Options
  /** Gives back what is to be shown; a command that runs until it is stopped shows only its log. */
  run(options: object): Promise<Result | undefined>
}

export type Options = Readonly<Record<string, Option>>

export interface Option {
  /** What stands for the value in the help; an option without one is a switch. */
  readonly value?: string
  readonly summary: string
}

export interface Result {
  /** What `--json` shows. */
  readonly data: unknown
  readonly text: string
  /** It was done, and what came out is not as it should be: the exit code says so. */
  readonly failed?: boolean
}

/** Tells the command the types of its options, which nobody else needs to know. */
export function defineCommand<const O extends Options>(command: Defined<O>): Command {
  return command as Command
}

interface Defined<O extends Options> extends Omit<Command, 'options' | 'run'> {
  readonly options: O
  run(options: Given<O>): Promise<Result | undefined>
}

type Given<O extends Options> = {
  readonly [Name in keyof O]?: O[Name] extends { readonly value: string } ? string : boolean
} & { readonly argument?: string }

/** The command line cannot be followed; the message says what to do instead. */
export class WrongUsage extends Error {}

/** The command was understood and could not be done; the message says what to do. */
export class CommandFailure extends Error {}
