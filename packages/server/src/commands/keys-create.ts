import { newSealingKey } from '../auth/sealing.ts'
import { defineCommand } from './command.ts'

export const keysCreate = defineCommand({
  name: 'keys create',
  summary:
    'Print a new key for STEMMA_SECRET_KEYS. The key is not stored: keep it apart from backups of the data.',
  options: {},
  examples: [['Create a key', 'stemma-server keys create']],

  async run() {
    const key = newSealingKey()
    return { data: { key }, text: `${key}\n` }
  },
})
