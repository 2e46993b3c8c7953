import type { Credentials } from './credentials.ts'
import type { ShowProgress } from './progress.ts'

/** One command of the user. It prints nothing: it gives back what is to be shown. */
export interface Command<Name extends string = string> {
  readonly name: string
  readonly summary: string
  /** Options that may also be given without their names, in this order. */
  readonly takes?: readonly NoInfer<Name>[]
  /** Its own options; `--endpoint`, `--token`, `--json` and `--help` belong to all. */
  readonly options: Readonly<Record<Name, Option>>
  run(call: Call<Name>): Promise<Result>
}

export interface Option {
  /** What stands for the value in the help. */
  readonly value: string
  readonly summary: string
}

export interface Call<Name extends string = never> {
  readonly options: Readonly<Partial<Record<Name, string>>>
  readonly surroundings: Surroundings
  readonly userAgent: string
}

/** What a command can see of the world outside. */
export interface Surroundings {
  readonly endpoint: string | undefined
  readonly token: string | undefined
  readonly credentials: Credentials
  readonly askToken: () => Promise<string>
  /** Whether somebody sits there who can be asked. */
  readonly isTerminal: boolean
  /** What this computer is called. */
  readonly machine: string
  /** Shows something before the command has ended. */
  readonly tell: (text: string) => void
  readonly showProgress: ShowProgress
}

export interface Result {
  /** What `--json` shows: the objects as the API gave them. */
  readonly data: unknown
  readonly text: string
}

/** Forgets the names of the options, which only the command itself needs to know. */
export function defineCommand<const Name extends string>(command: Command<Name>): Command {
  return command
}

/** The command line cannot be followed; the message says what to do instead. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
}
