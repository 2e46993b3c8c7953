import { commandsOf, type Program, type Progress } from '@stemma/command-line'
import type { Credentials } from './credentials.ts'
import type { Defaults } from './defaults.ts'

/** The environment of a command, and the options that all commands have. */
export interface Call {
  readonly endpoint: string | undefined
  readonly token: string | undefined
  /** The values of STEMMA_ORG and STEMMA_SPACE. */
  readonly organization: string | undefined
  readonly space: string | undefined
  readonly credentials: Credentials
  readonly defaults: Defaults
  readonly askToken: () => Promise<string>
  /** Reads all of the standard input. */
  readonly readInput: () => Promise<string>
  /** Opens a file in the user's editor. */
  readonly edit: (file: string) => Promise<void>
  /** Asks a yes-or-no question. */
  readonly confirm: (question: string) => Promise<boolean>
  /** Opens a URL in the browser; returns false if there is no browser. */
  readonly browse: (url: string) => Promise<boolean>
  /** Whether there is a terminal, so that the user can be asked. */
  readonly isTerminal: boolean
  /** Whether the output goes to a terminal instead of a file. */
  readonly isShown: boolean
  /** The name of this computer. */
  readonly machine: string
  /** Prints something before the command has finished. */
  readonly tell: (text: string) => void
  readonly progress: Progress
  readonly paint: Paint
  readonly userAgent: string
  /** All commands of `stemma`, for generating completion scripts. */
  readonly program: Program<Call>
}

export type Paint = (style: Style, text: string) => string
type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

export const defineCommand = commandsOf<Call>()
