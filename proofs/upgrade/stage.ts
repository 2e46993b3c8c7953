import { randomUUID } from 'node:crypto'
import { administer, testServer } from '../../packages/server/src/test/database.ts'

export interface NewDatabase {
  readonly name: string
  readonly url: string
}

export function newDatabase(): Promise<NewDatabase> {
  return make('')
}

/** There may be no connections to the original. */
export function copyDatabase({ name }: NewDatabase): Promise<NewDatabase> {
  return make(` template ${name}`)
}

export function dropDatabase({ name }: NewDatabase) {
  return administer(`drop database if exists ${name} with (force)`)
}

async function make(how: string): Promise<NewDatabase> {
  const name = `stemma_upgrade_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name}${how}`)
  // Durability doesn't matter here, and not waiting for the disk is much faster.
  await administer(`alter database ${name} set synchronous_commit = off`)
  const url = new URL(testServer)
  url.pathname = `/${name}`
  return { name, url: url.href }
}
