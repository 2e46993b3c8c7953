import { loadProgram, reference } from '@stemma/command-line'
import { program as stemma } from '../../packages/cli/src/program.ts'
import { program as stemmaServer } from '../../packages/server/src/commands/program.ts'

/** Builds docs/cli.md from the tables of commands that the programs themselves use. */
export async function cliReference(): Promise<string> {
  return `<!-- none run: forms and examples of commands, which their tests run -->
# The commands

Generated from the tables of commands by \`npm run generate\`; \`--help\` says the same. \`stemma\` is for
people who use a server, over its API; \`stemma-server\` is for those who run one, beside its database.

${reference(await loadProgram(stemma))}

${reference(await loadProgram(stemmaServer))}
`
}
