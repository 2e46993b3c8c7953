import { completion, shells } from '@stemma/command-line'
import { defineCommand } from '../command.ts'

export const completionCommand = defineCommand({
  takes: ['shell'],
  options: {
    shell: { value: 'SHELL', summary: 'Your shell.', choices: shells, required: true },
  },
  examples: [
    ['Use it in bash for this session', 'source <(stemma completion bash)'],
    ['Use it in zsh from the next session on', 'stemma completion zsh > ~/.zfunc/_stemma'],
    ['Use it in fish', 'stemma completion fish > ~/.config/fish/completions/stemma.fish'],
  ],

  async run({ shell }, { program }) {
    const script = await completion(program, shell)
    return { data: { shell, script }, text: script }
  },
})
