/**
 * The words of the interface. Each language has a file with all of them: a missing one doesn't compile.
 * A text that contains a value is a function, because languages place values differently.
 */
export interface Words {
  /** The BCP 47 tag for dates and numbers. */
  readonly locale: string
  readonly skip: string
  readonly siteLinks: string
  readonly sections: string
  readonly pages: string
  readonly menu: string
  readonly breadcrumbs: string
  readonly onThisPage: string
  readonly changeTheme: string
  readonly version: string
  readonly language: string
  readonly close: string
  readonly leave: string
  readonly privacy: string
  readonly publishedWith: string
  readonly previous: string
  readonly next: string
  readonly pager: string
  readonly updatedOn: (day: string) => string
  readonly contents: string

  readonly actions: {
    readonly more: string
    readonly copyPage: string
    readonly copied: string
    readonly markdown: string
    readonly markdownNote: string
    /** The name of the assistant is the value. */
    readonly assistant: (name: string) => string
    readonly assistantNote: string
    /** What the assistant is asked to do with the page at this URL. */
    readonly assistantPrompt: (url: string) => string
    readonly mcp: string
    readonly mcpNote: string
    readonly pdf: string
    readonly edit: string
  }

  readonly pdf: {
    readonly lead: string
    readonly alone: string
    readonly below: string
    readonly make: string
    readonly waiting: string
    readonly before: (count: number) => string
    readonly waitingNote: string
    readonly ready: string
    readonly readyNote: string
    readonly failed: string
    readonly failedNote: string
    readonly busy: string
    readonly busyNote: string
    readonly back: string
  }

  readonly feedback: {
    readonly question: string
    readonly yes: string
    readonly partly: string
    readonly no: string
    readonly comment: string
    readonly commentNote: string
    readonly send: string
    readonly thanks: string
  }

  readonly notice: {
    readonly preview: (subject: string) => string
    readonly past: (day: string) => string
    readonly label: string
    readonly current: string
  }

  readonly history: {
    /** The link from a page to the one before its last change. */
    readonly earlier: string
    readonly sinceVisit: string
    readonly absent: (day: string) => string
    readonly unchanged: string
    readonly changes: (count: number) => string
    readonly day: string
    readonly show: string
    readonly marks: string
    readonly today: string
    readonly changed: string
    readonly added: string
    readonly removed: string
    readonly moved: string
    /** Above the pages that link to one. */
    readonly linked: string
    readonly title: string
    readonly lead: string
    readonly none: string
    readonly feed: string
  }

  readonly search: {
    readonly label: string
    readonly placeholder: string
    readonly submit: string
    readonly results: string
    readonly count: (count: number, query: string) => string
    readonly none: (query: string) => string
    readonly noneNote: string
    readonly ask: string
    readonly select: string
    readonly open: string
    readonly close: string
    readonly onlyReadable: string
    readonly failed: string
  }

  readonly missing: {
    readonly title: string
    /** The path is between the two parts. */
    readonly text: readonly [string, string]
    readonly nearest: string
  }

  readonly gate: {
    readonly signIn: { readonly title: string; readonly text: string; readonly button: string }
    readonly shareNote: string
    readonly missing: { readonly title: string; readonly text: string }
    readonly unavailable: { readonly title: string; readonly text: string }
    readonly left: { readonly title: string; readonly text: string }
  }

  readonly hints: {
    readonly info: string
    readonly success: string
    readonly warning: string
    readonly danger: string
  }

  readonly blocks: {
    readonly linkTo: (title: string) => string
    readonly done: string
    readonly toDo: string
    readonly copyCode: string
    /** The name of the programming language is the value. */
    readonly code: (language: string) => string
    readonly diagram: string
    readonly table: string
    readonly footnote: (number: string) => string
    readonly footnotes: string
    readonly backToText: string
    readonly download: string
    /** The host of the embedded page is the value. */
    readonly loadEmbed: (host: string) => string
    readonly broken: string
  }

  readonly openapi: {
    readonly request: string
    readonly response: string
    readonly responses: string
    readonly parameters: string
    readonly path: string
    readonly query: string
    readonly header: string
    readonly cookie: string
    readonly body: string
    readonly authorization: string
    readonly required: string
    readonly optional: string
    readonly deprecated: string
    readonly default: string
    readonly example: string
    readonly allowed: string
    readonly properties: string
    readonly oneOf: string
    readonly anyOf: string
    readonly items: string
    readonly samples: string
    readonly tryIt: string
    readonly send: string
    readonly sentTo: (host: string) => string
    readonly notReached: string
    readonly schemas: string
    readonly unavailable: string
    readonly baseUrl: string
    readonly version: string
    readonly webhooks: string
    readonly other: string
    readonly changes: string
    readonly breaking: string
  }
}
