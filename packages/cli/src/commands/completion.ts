import { completion, shells } from '@stemma/command-line'
import { defineCommand } from '../command.ts'

export const completionCommand = defineCommand({
  name: 'completion',
  summary: 'Print a script that completes commands and options in your shell.',
  takes: ['shell'],
  options: {
    shell: { value: 'SHELL', summary: 'Your shell.', choices: shells, required: true },
  },
  examples: [
    ['In bash, for this session', 'source <(stemma completion bash)'],
    ['In zsh, from the next session on', 'stemma completion zsh > ~/.zfunc/_stemma'],
    ['In fish', 'stemma completion fish > ~/.config/fish/completions/stemma.fish'],
  ],

  async run({ shell }, { program }) {
    const script = completion(program, shell)
    return { data: { shell, script }, text: script }
  },
})
