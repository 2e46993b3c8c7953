import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { operations } from '@stemma/contract'
import contractPackage from '../../packages/contract/package.json' with { type: 'json' }
import { openApiDocument } from '../../packages/contract/src/openapi.ts'
import { readCatalogue } from '../../packages/server/src/db/catalogue.ts'
import { createTestDatabase } from '../../packages/server/src/test/database.ts'
import { page, securityPage } from '../../proofs/asvs/page.ts'
import { cliReference } from './cli.ts'
import { compatibilityMd } from './compatibility.ts'
import { configurationMd, configurationPage } from './configuration.ts'
import { errorsMd } from './errors.ts'
import { schemaSql, tablesTs } from './schema.ts'

/** The schema after all migrations. */
async function migratedCatalogue() {
  const { url, drop } = await createTestDatabase()
  try {
    return await readCatalogue(url)
  } finally {
    await drop()
  }
}

const catalogue = await migratedCatalogue()

/** Every generated file; `make` returns its full text. */
const generated: readonly Generated[] = [
  {
    file: 'packages/contract/openapi.json',
    make: () => `${JSON.stringify(openApiDocument(operations, contractPackage), null, 2)}\n`,
  },
  { file: 'packages/server/migrations/schema.sql', make: () => schemaSql(catalogue) },
  { file: page, make: securityPage },
  { file: 'packages/server/src/db/tables.ts', make: () => tablesTs(catalogue) },
  { file: 'docs/cli.md', make: cliReference },
  { file: 'docs/compatibility.md', make: compatibilityMd },
  { file: configurationPage, make: configurationMd },
  { file: 'docs/errors.md', make: () => errorsMd(operations) },
]

interface Generated {
  readonly file: string
  readonly make: () => string | Promise<string>
}

const isCheck = process.argv.includes('--check')
for (const { file, make } of generated) {
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url))
  const text = await make()
  if (text === (await readFile(path, 'utf8').catch(() => undefined))) continue

  if (isCheck) {
    console.log(`${file} is stale: run \`npm run generate\``)
    process.exitCode = 1
  } else {
    await writeFile(path, text)
    console.log(`${file} written`)
  }
}
