import { defineCommand } from '../command.ts'

export const logout = defineCommand({
  options: {},
  examples: [['Sign out', 'stemma logout']],

  async run(_options, { credentials }) {
    const removed = await credentials.remove()
    return { data: { removed }, text: removed ? 'Signed out.\n' : 'You were not signed in.\n' }
  },
})
