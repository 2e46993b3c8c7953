import { commandsOf, type Program, type Progress } from '@stemma/command-line'
import type { Credentials } from './credentials.ts'
import type { Defaults } from './defaults.ts'

/** What a command can see of the world outside, and of the options that all commands have. */
export interface Call {
  readonly endpoint: string | undefined
  readonly token: string | undefined
  /** What STEMMA_ORG and STEMMA_SPACE say. */
  readonly organization: string | undefined
  readonly space: string | undefined
  readonly credentials: Credentials
  readonly defaults: Defaults
  readonly askToken: () => Promise<string>
  /** Everything that comes from the standard input. */
  readonly readInput: () => Promise<string>
  /** Lets somebody change a file in the editor of their choice. */
  readonly edit: (file: string) => Promise<void>
  /** Asks a question that is answered with yes or no. */
  readonly confirm: (question: string) => Promise<boolean>
  /** Opens a URL in the browser; returns whether there is one. */
  readonly browse: (url: string) => Promise<boolean>
  /** Whether somebody sits there who can be asked. */
  readonly isTerminal: boolean
  /** Whether what is printed goes to a terminal, and not into a file. */
  readonly isShown: boolean
  /** What this computer is called. */
  readonly machine: string
  /** Shows something before the command has ended. */
  readonly tell: (text: string) => void
  readonly progress: Progress
  readonly paint: Paint
  readonly userAgent: string
  /** Everything that `stemma` can do, for the command that completes the others. */
  readonly program: Program<Call>
}

export type Paint = (style: Style, text: string) => string
type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

export const defineCommand = commandsOf<Call>()
