import { WrongUsage } from '@stemma/command-line'
import { readConfig } from '../config/config.ts'
import * as names from '../resources/organizations/released-names/store.ts'
import { CommandFailure, defineCommand } from './command.ts'
import { withTransaction } from './database.ts'

export const nameFree = defineCommand({
  name: 'name free',
  summary:
    'Release a name that is reserved for its former organization, so that any organization can use it.',
  options: {
    name: {
      value: 'NAME',
      summary: 'The basename, proxy or hostname of a site, hostname of an organization, or integration name.',
    },
  },
  examples: [['Move a proxy to another organization', 'stemma-server name free --name example.com/docs']],

  async run({ name }) {
    if (!name) throw new WrongUsage('Set --name to the name to release, such as example.com/docs.')
    const kinds = await withTransaction(readConfig(), (db) => names.lift(db, name))
    if (kinds.length === 0) throw new CommandFailure('This name is not reserved. Check its spelling.')
    return { data: { name, kinds }, text: `${name} is available.\n` }
  },
})
