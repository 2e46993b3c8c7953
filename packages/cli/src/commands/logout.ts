import { defineCommand } from '../command.ts'

export const logout = defineCommand({
  name: 'logout',
  summary: 'Forget the saved token; it stays valid until it is revoked.',
  options: {},

  async run({ surroundings }) {
    const removed = await surroundings.credentials.remove()
    return { data: { removed }, text: removed ? 'Signed out.\n' : 'You were not signed in.\n' }
  },
})
