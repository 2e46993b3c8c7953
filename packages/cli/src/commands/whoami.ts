import { table } from '@stemma/command-line'
import type { User } from '@stemma/contract'
import { defineCommand } from '../command.ts'
import { signedIn } from '../session.ts'

export const whoami = defineCommand({
  options: {},
  examples: [['Print the id of your account', 'stemma whoami --json | jq -r .id']],

  async run(_options, call) {
    const client = await signedIn(call)
    const user = await client.getAuthenticatedUser()
    return { data: user, text: table(columns, [user]) }
  },
})

const columns = {
  id: (user: User) => user.id,
  name: (user: User) => user.displayName,
  email: (user: User) => user.email,
}
