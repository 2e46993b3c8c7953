import type { Client } from '@stemma/client'
import type { Scope } from '@stemma/contract'
import type { Static, TObject } from 'typebox'

/** Something that an assistant can do: input in, a text out. Failures of the API are thrown. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: TObject
  /** It changes nothing. */
  readonly isReading: boolean
  /** Offered only to tokens that name this scope. A token without a list of scopes doesn't. */
  readonly onlyWith?: Scope
  readonly run: (api: Client, input: object) => Promise<string>
}

/** Types the input by its schema. The protocol validates it before the tool runs. */
export function tool<T extends TObject>(
  declared: Omit<Tool, 'input' | 'run'> & {
    readonly input: T
    readonly run: (api: Client, input: Static<T>) => Promise<string>
  },
): Tool {
  return declared as unknown as Tool
}

/** What no schema says about an input. The message says what to send. */
export class UnusableInput extends Error {}
