import { newSealingKey } from '../auth/sealing.ts'
import { defineCommand } from './command.ts'

export const keysCreate = defineCommand({
  name: 'keys create',
  summary:
    'Print a new key for STEMMA_SECRET_KEYS. It is kept nowhere: keep it where no backup of the data is.',
  options: {},
  examples: [['A key for STEMMA_SECRET_KEYS', 'stemma-server keys create']],

  async run() {
    const key = newSealingKey()
    return { data: { key }, text: `${key}\n` }
  },
})
