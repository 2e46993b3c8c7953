import { globSync, readFileSync } from 'node:fs'
import { type Operation, operations } from '@stemma/contract'
import type { Control } from './control.ts'

/** Sent with something that is offered under another name, or elsewhere. */
const sentWithOthers: Readonly<Record<string, string>> = {
  generateStorageUploadURL: 'the first step of an import, which starts with startImportRun',
  createOrganization: 'offered to people who belong to none',
  aggregateSiteEvents: 'reads',
  createOrganizationSAMLProvider: 'in the dialog of createOrganizationOIDCProvider, which has both protocols',
  confirmAuthenticator: 'in the dialog of startAuthenticator, after its first step',
  confirmPasskey: 'in the dialog of startPasskey, after the browser has made one',
  startPasskeyProof: 'in the dialogs of proveIdentity, for people who have a passkey',
  proveIdentity: 'in dialogs that need a recent sign-in, if it is too long ago',
  restoreOrganizationById: 'in the banner of a deleted organization, which the sample is not',
  markNotifications: 'in the inbox, where the people of the sample have nothing',
  addSectionToGroup: 'in a menu below a group, where the sample has no section',
}

/** Operations with which the console writes, and that no control names: they would escape the comparison. */
export function unnamedOperations(controls: readonly Control[]): string[] {
  const named = new Set(controls.map(({ id }) => id))
  return [...writtenOperations()]
    .filter((id) => !named.has(id) && sentWithOthers[id] === undefined)
    .map((id) => `no control names ${id}`)
}

/** The operations in the sources of the console that change something. */
function writtenOperations(): ReadonlySet<string> {
  const root = new URL('../../packages/console/src/', import.meta.url)
  const all: Readonly<Record<string, Operation>> = operations
  const found = new Set<string>()
  for (const path of globSync('**/*.{ts,tsx}', { cwd: root.pathname })) {
    const text = readFileSync(new URL(path, root), 'utf8')
    for (const [, first, second] of text.matchAll(/(?:use\w*Write|useAct)\(\s*'(\w+)'|\bapi\.(\w+)\(/g)) {
      const id = first ?? second ?? ''
      if (all[id] !== undefined && all[id].method !== 'GET') found.add(id)
    }
  }
  return found
}
