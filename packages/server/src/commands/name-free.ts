import { WrongUsage } from '@stemma/command-line'
import { readConfig } from '../config/config.ts'
import * as names from '../resources/organizations/released-names/store.ts'
import { CommandFailure, defineCommand } from './command.ts'
import { withTransaction } from './database.ts'

export const nameFree = defineCommand({
  name: 'name free',
  summary: 'Free a name that an organization gave up, so that every organization can take it at once.',
  options: {
    name: {
      value: 'NAME',
      summary: 'A basename, a proxy, a hostname of a site or an organization, or the name of an integration.',
    },
  },
  examples: [
    ['A proxy that moves to another organization', 'stemma-server name free --name example.com/docs'],
  ],

  async run({ name }) {
    if (!name) throw new WrongUsage('Give --name: the name to free, such as example.com/docs.')
    const kinds = await withTransaction(readConfig(), (db) => names.lift(db, name))
    if (kinds.length === 0)
      throw new CommandFailure('This name is not kept for anybody. Check how it is written.')
    return { data: { name, kinds }, text: `${name} is free.\n` }
  },
})
